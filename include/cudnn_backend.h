/* cuDNN's graphs of operations are not here. */
#error "sluice's cuDNN has no graphs of operations (cudnnBackend...): docs/cuda.md says what it has"
