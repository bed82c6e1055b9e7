/* The frame of every page: its style, and numbers and words as people read them. */
#include "page/page.h"
#include "src/page/page_js.h"

#include <math.h>
#include <string.h>

#define HATCHES 4 /* colours that are hatched, too */

void page_text(FILE *to, const char *s)
{
    for (; *s; s++)
        switch (*s) {
        case '&': fputs("&amp;", to); break;
        case '<': fputs("&lt;", to); break;
        case '>': fputs("&gt;", to); break;
        case '"': fputs("&quot;", to); break;
        default: fputc(*s, to);
        }
}

static const char *scaled(double v, const char *unit, char buf[32])
{
    static const struct {
        double at;
        const char *prefix;
    } scale[] = {{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
    double size = fabs(v);
    const char *prefix = "";
    for (size_t i = 0; i < COUNT_OF(scale); i++)
        if (size >= scale[i].at) {
            v /= scale[i].at;
            prefix = scale[i].prefix;
            break;
        }
    size = fabs(v);
    snprintf(buf, 32, "%.*f%s%s%s",
             size >= 100 || (!*prefix && v == floor(v)) ? 0
             : size >= 10                               ? 1
                                                        : 2,
             v, *prefix || *unit ? "\u202f" : "", prefix, unit);
    return buf;
}

const char *page_number(double v, char buf[32])
{
    if (!isfinite(v))
        return strcpy(buf, "\u2013");
    if (fabs(v) < 10000 && v == floor(v)) {
        snprintf(buf, 32, "%.0f", v);
        return buf;
    }
    if (fabs(v) < 1 && v != 0) {
        snprintf(buf, 32, "%.3g", v);
        return buf;
    }
    return scaled(v, "", buf);
}

const char *page_bytes(double v, char buf[32])
{
    return scaled(v, "B", buf);
}

const char *page_thousands(double v, char buf[32])
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.0f", fabs(v));
    size_t n = strlen(digits), at = 0;
    if (!isfinite(v) || n > 18)
        return page_number(v, buf);
    if (v < 0)
        buf[at++] = '-';
    for (size_t i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            buf[at++] = ',';
        buf[at++] = digits[i];
    }
    buf[at] = 0;
    return buf;
}

const char *page_seconds(double v, char buf[32])
{
    static const struct {
        double unit;
        const char *name;
    } units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "\u00b5s"}, {1e-9, "ns"}};
    size_t i = 0;
    while (i + 1 < COUNT_OF(units) && fabs(v) < 0.9995 * units[i].unit)
        i++;
    snprintf(buf, 32, "%.3g\u202f%s", v / units[i].unit, units[i].name);
    return buf;
}

static const char style[] =
    ":root{color-scheme:light dark;--bg:#fff;--fg:#1c2128;--dim:#5d6775;--line:#dfe3e8;--soft:#f5f7f9;--box:#eef2f6;"
    "--c0:#2f6fd0;--c1:#e08214;--c2:#019b6e;--c3:#a11d3c;--c4:#7cbced;--c5:#aa803d;--c6:#3b2a78;--c7:#9db5b6;"
    "--heat:#2f6fd0;--good:#18794e;--near:#6b7d00;--way:#9a6700;--bad:#c62a2f}\n"
    "@media(prefers-color-scheme:dark){:root{--bg:#14171c;--fg:#e4e8ee;--dim:#9aa5b3;--line:#2f3640;--soft:#1a1f26;"
    "--box:#222933;"
    "--c0:#6ea3f0;--c1:#f2a650;--c2:#26f1b8;--c3:#ca5a5c;--c4:#c1dafa;--c5:#916200;--c6:#9143f3;--c7:#818ea5;"
    "--heat:#6ea3f0;--good:#4cc38a;--near:#a9b545;--way:#e2a93b;--bad:#f2777d}}\n"
    "*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}\n"
    "main{max-width:1160px;margin:0 auto;padding:26px 20px 60px}\n"
    "h1{font-size:25px;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}"
    "h2{font-size:19px;margin:40px 0 6px;border-top:1px solid var(--line);padding-top:20px;overflow-wrap:anywhere}"
    "h3{font-size:14px;margin:18px 0 4px}\n"
    "a{color:var(--c0)}.dim{color:var(--dim)}.small{font-size:13px}.num{font-variant-numeric:tabular-nums}\n"
    ".first{border-left:4px solid var(--c1);background:var(--soft);padding:8px 14px;margin:12px 0}.first "
    "ul{margin:4px 0 0;padding-left:20px}"
    "#tip{position:fixed;z-index:9;max-width:340px;padding:4px "
    "9px;background:var(--fg);color:var(--bg);border-radius:5px;font-size:12.5px;"
    "white-space:pre-line;pointer-events:none}#tip[hidden]{display:none}"
    ".tools{margin:2px 0 10px;font-size:12px}.tools button,p+button{font:12px "
    "system-ui,sans-serif;margin-right:6px;padding:1px 9px;color:var(--dim);background:var(--soft);"
    "border:1px solid var(--line);border-radius:4px;cursor:pointer}.tools "
    "input{vertical-align:middle;width:min(420px,50%)}"
    ".tools.quiet{margin:0;line-height:1.2;opacity:.45}.tools.quiet "
    "button{font-size:10.5px;padding:0 3px;border:0;background:none}.tools.quiet "
    "button:hover{color:var(--c0);text-decoration:underline}figure:hover>.quiet,.quiet:hover,"
    ".quiet:focus-within{opacity:1}\n"
    "nav{font-size:13.5px;margin:12px 0}nav ul{display:flex;flex-wrap:wrap;gap:2px 18px;list-style:none;margin:0;"
    "padding:0}nav li ul{display:inline-flex;gap:2px 9px;margin-left:7px;font-size:12.5px}"
    "dl.run{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:1px 14px;margin:6px 0;font-size:13.5px}"
    ".run dt{color:var(--dim)}.run dd{margin:0;overflow-wrap:anywhere}"
    "a.plain{color:inherit;text-decoration:underline dotted var(--dim);text-underline-offset:3px}"
    "a.plain:hover{text-decoration-style:solid}figure:target,details:target,tr:target{outline:2px solid "
    "var(--c1);outline-offset:2px}"
    ".cursor{stroke:var(--fg);stroke-width:1}.part{fill:var(--c0);opacity:.18}.chosen{stroke:var(--fg);stroke-width:"
    "2.5px}svg.time{touch-action:pan-y;cursor:crosshair}"
    "[role=switch]{cursor:pointer}[role=switch][aria-checked=false]{opacity:.35}th[aria-sort]{cursor:pointer}"
    "th[aria-sort=ascending]::after{content:' \\2191'}th[aria-sort=descending]::after{content:' \\2193'}"
    "@media print{.tools,#tip{display:none}}\n"
    ".halo{paint-order:stroke;stroke:var(--bg);stroke-width:3px}.wholerow{grid-column:1/-1;margin:10px 0 "
    "-6px}tr.best td{font-weight:600;background:var(--box)}"
    ".tiles{display:flex;flex-wrap:wrap;gap:10px;margin:16px 0}.tile{background:var(--soft);border:1px solid "
    "var(--line);border-radius:8px;padding:8px 14px;min-width:112px;flex:1 1 112px}.tile "
    "b{display:block;font-size:21px;line-height:1.3;white-space:nowrap}.tile "
    "span{font-size:12.5px;color:var(--dim)}\n"
    ".grid2{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));gap:8px 32px;align-items:"
    "start}\n"
    "figure{margin:12px "
    "0;min-width:0;break-inside:avoid}figcaption{font-size:13.5px;font-weight:600;margin-bottom:4px}"
    "figcaption .dim{font-weight:400}\n"
    "svg{max-width:100%;height:auto;display:block}svg text{fill:var(--fg);font:12px system-ui,sans-serif}"
    "svg .tick,svg .dim{fill:var(--dim);font-size:11px}svg .b{font-weight:600}svg .s{font-size:11px}\n"
    ".axis{stroke:var(--dim)}.rule{stroke:var(--line)}.one{stroke:var(--dim);stroke-dasharray:4 3}"
    ".box{fill:var(--box);stroke:var(--dim)}.flow{stroke:var(--c0);fill:none;stroke-linecap:butt}"
    ".back{stroke:var(--c2);fill:none}.tipf{fill:var(--c0)}.tipb{fill:var(--c2)}.heat{fill:var(--heat)}"
    ".cell{stroke:var(--bg);stroke-width:1}\n"
    ".c0{fill:var(--c0)}.c1{fill:var(--c1)}.c2{fill:var(--c2)}.c3{fill:var(--c3)}.c4{fill:var(--c4)}.c5{fill:var(--"
    "c5)}"
    ".c6{fill:var(--c6)}.c7{fill:var(--c7)}.cn{fill:var(--line)}\n"
    ".l0{stroke:var(--c0)}.l1{stroke:var(--c1)}.l2{stroke:var(--c2)}.l3{stroke:var(--c3)}.l4{stroke:var(--c4)}"
    ".l5{stroke:var(--c5)}.l6{stroke:var(--c6)}.l7{stroke:var(--c7)}.l{fill:none;stroke-width:2;stroke-linejoin:"
    "round}"
    ".hollow{fill:var(--bg);stroke-width:2}.ghost{fill:none;stroke:var(--fg);stroke-opacity:.55;stroke-width:1.3;"
    "stroke-dasharray:4 3;vector-effect:non-scaling-stroke}.legend "
    ".kg{width:18px;height:0;border-radius:0;border-top:2px dashed "
    "var(--dim);vertical-align:3px}"
    ".h.c0{fill:url(#h0)}.h.c1{fill:url(#h1)}.h.c2{fill:url(#h2)}.h.c3{fill:url(#h3)}\n"
    ".legend{display:flex;gap:3px 16px;flex-wrap:wrap;margin:6px 0;font-size:12.5px}.legend i{display:inline-block;"
    "width:11px;height:11px;border-radius:2px;margin-right:5px;vertical-align:-1px}"
    ".k0{background:var(--c0)}.k1{background:var(--c1)}.k2{background:var(--c2)}.k3{background:var(--c3)}"
    ".k4{background:var(--c4)}.k5{background:var(--c5)}.k6{background:var(--c6)}.k7{background:var(--c7)}.kn{"
    "background:var(--line)}.k0.h{--s:var(--c0)}.k1.h{--s:var(--c1)}.k2.h{--s:var(--c2)}.k3.h{--s:var(--c3)}"
    "i.h{background:repeating-linear-gradient(45deg,var(--s) 0 2.5px,color-mix(in srgb,var(--s) 22%,var(--bg)) 0 "
    "5px)!important}\n"
    ".wide{overflow-x:auto;max-width:100%;background:linear-gradient(to right,var(--bg) 30%,transparent) 0 0/36px "
    "100% no-repeat local,linear-gradient(to left,var(--bg) 30%,transparent) 100% 0/36px 100% no-repeat local,"
    "linear-gradient(to right,var(--line),transparent) 0 0/12px 100% no-repeat scroll,"
    "linear-gradient(to left,var(--line),transparent) 100% 0/12px 100% no-repeat scroll}\n" /* more beyond the edge */
    "table{border-collapse:collapse;margin:8px 0;font-size:13.5px}th,td{padding:3px 14px 3px 0;"
    "text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}th{font-weight:600}"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    "td[title],th[title],span[title],tr[title]{cursor:help}code,pre,.mono{font:12.5px/1.45 ui-monospace,monospace}\n"
    ".src{table-layout:fixed;width:100%;min-width:1320px}.src th{padding:0 10px 2px 0;white-space:normal;"
    "vertical-align:bottom}.src td{padding:0 10px 0 "
    "0;border:0;white-space:pre;background:linear-gradient(color-mix(in "
    "srgb,var(--c1) var(--h,0%),transparent) 0 0) 0 0/100% 1.45em no-repeat}.src td.bar{background-size:100% 1.45em;"
    "background-repeat:no-repeat}.src details{margin:0}.src summary,.src .t{margin:0;color:inherit;font:inherit;"
    "overflow:hidden;text-overflow:ellipsis;white-space:pre}.src .t{display:block;padding-left:1.1em}"
    ".src .bad{color:inherit;text-decoration:underline 2px var(--bad)}.code{position:relative;margin:2px 0 10px "
    "-928px;background:var(--bg);border:1px solid "
    "var(--line);border-radius:5px;padding:2px 14px 8px;white-space:normal;overflow-x:auto}.code "
    "p{font-family:system-ui,sans-serif;margin:6px 0}.code td,.code "
    "td.n{background:none;min-width:0;padding-right:14px}"
    ".code .parts{gap:4px 28px;flex-wrap:nowrap}.code table{font-size:11.5px}.bleed{margin:0 calc(50% - min(50vw - "
    "20px,670px))}"
    ".scale i{display:inline-block;vertical-align:-2px;"
    "width:160px;height:13px;margin:0 8px;border:1px solid var(--line);background:linear-gradient(to "
    "right,transparent,color-mix(in srgb,var(--c1) 55%,transparent))}\n"
    "summary{cursor:pointer;color:var(--dim);font-size:13.5px;margin:10px 0 4px}.bad{color:var(--bad)}"
    ".good{color:var(--good)}.near{color:var(--near)}.way{color:var(--way)}.v{font-weight:600;white-space:nowrap}"
    "tr.mean td{font-weight:600;background:var(--box)}.parts{display:flex;flex-wrap:wrap;gap:4px 20px}.parts "
    ">*{max-width:100%}svg .mean{fill:var(--box)}svg .cut{fill:#fff;font-size:9px}svg .mark{stroke:var(--fg);"
    "stroke-width:2}svg .spot{fill:var(--fg)}.legend .kp{height:0;border-top:3px solid "
    "var(--fg);vertical-align:4px}\n"
    "a.stage{cursor:pointer}a.stage:hover .box,a.stage:focus .box{stroke:var(--c0);stroke-width:2}"
    "details.stage{border-left:3px solid var(--line);padding-left:10px;margin:2px 0}details.stage "
    "summary{margin:2px 0;font-size:12.5px}details.stage[open]{border-color:var(--c0)}\n"
    ".verdicts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,300px),1fr));gap:8px 28px}"
    ".verdicts>div{min-width:0;overflow-wrap:anywhere}.verdicts h3{margin:8px 0 "
    "2px}.answer{font-size:17px;margin:4px 0 "
    "6px}.gone{color:var(--dim)}.tag{font-size:11.5px;border:1px solid "
    "var(--line);border-radius:3px;padding:0 5px;white-space:nowrap;color:var(--dim)}\n"
    ".wide td.dim{white-space:nowrap}.first p{margin:6px 0 0}.first ul{margin:2px 0 6px}\n"
    "@media(max-width:600px){#film-figure{overflow-x:auto}#film-figure "
    "svg{width:620px;max-width:none}main{padding:16px 12px 40px}h1{font-size:21px}.tile b{font-size:18px}"
    "table{font-size:12.5px}th,td{padding-right:9px}"
    ".rows table{width:100%}.rows tr{display:grid;grid-template-columns:1fr .7fr 1.2fr .8fr;padding:3px 0;"
    "border-bottom:1px solid var(--line)}.rows td,.rows th{padding:0;border:0}.rows .full{grid-column:1/-1}"
    ".rows th.full{display:none}.src "
    ".opt{display:none}.src{min-width:560px}.code{margin-left:-225px;max-width:calc(100vw - "
    "54px)}.bleed{margin:0}.code .parts{flex-wrap:wrap}}\n"
    "@media "
    "print{:root{--bg:#fff;--fg:#000;--dim:#444;--line:#bbb;--soft:#fff;--box:#f2f2f2}main{max-width:none;padding:"
    "0}h2{break-after:avoid}details{display:none}.src details{display:block}}\n";

/* Patterns for page_slot_colour's hatched causes, which drawings refer to. */
static void hatches(FILE *to)
{
    fputs("<svg id=\"hatches\" width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>", to);
    for (u32 i = 0; i < HATCHES; i++)
        fprintf(
            to,
            "<pattern id=\"h%u\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" "
            "patternTransform=\"rotate(45)\"><rect width=\"5\" height=\"5\" style=\"fill:var(--c%u);opacity:.22\"/>"
            "<rect width=\"2.5\" height=\"5\" style=\"fill:var(--c%u)\"/></pattern>",
            i, i, i);
    fputs("</defs></svg>\n", to);
}

void page_begin(FILE *to, const char *title)
{
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
          "content=\"width=device-width,initial-scale=1\">\n<title>",
          to);
    page_text(to, title);
    fprintf(to, "</title>\n<style>\n%s</style></head><body><main>\n", style);
    hatches(to);
}

void page_end(FILE *to)
{
    fprintf(to, "<p class=\"dim small\">sluice %s</p>\n</main><script>\n%s</script></body></html>\n", SLUICE_VERSION,
            page_js);
}
