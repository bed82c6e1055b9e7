/* Exceptions that say where they were thrown. */
#ifndef SLUICE_EXCEPTION_H
#define SLUICE_EXCEPTION_H
#include <exception>
#include <iostream>
#include <stdexcept>
#include <stdlib.h>
#include <string>

template <class Std> class Exception : public Std
{
  public:
    static void throw_it(const char *file, const int line, const char *what = "-")
    {
        throw Exception<Std>(std::string(file) + ":" + std::to_string(line) + ": " + what);
    }
    static void throw_it(const char *file, const int line, const std::string &what) { throw_it(file, line, what.c_str()); }
    virtual ~Exception() throw() {}

  private:
    explicit Exception(const std::string &s) : Std(s) {}
};
template <class E> inline void handleException(const E &e)
{
    std::cerr << e.what() << std::endl;
    exit(EXIT_FAILURE);
}
#define RUNTIME_EXCEPTION(msg) Exception<std::runtime_error>::throw_it(__FILE__, __LINE__, msg)
#define LOGIC_EXCEPTION(msg) Exception<std::logic_error>::throw_it(__FILE__, __LINE__, msg)
#define RANGE_EXCEPTION(msg) Exception<std::range_error>::throw_it(__FILE__, __LINE__, msg)

#endif
