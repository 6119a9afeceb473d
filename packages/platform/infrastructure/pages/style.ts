/**
 * The stylesheet of all server-rendered pages, which is sent inline with the page's nonce.
 * Classes for page content: `card`, `actions` (a row of buttons), `button`, `quiet` (a secondary button), `note`,
 * `warning`, `plain` (a list without bullets), `soft` (secondary text), `field`, `errors`.
 */
export const style = `
:root{color-scheme:light dark;--background:#f7f5f0;--card:#fff;--ink:#1f1c16;--soft:#5f5a4e;--line:#d8d3c6;--edge:#857f70;
--accent:#8a3a10;--accent-ink:#fff;--danger:#a1160f;--danger-background:#fdf0ee;--warn-background:#fdf5e0;--warn-line:#b7791f;--focus:#1858b8}
@media (prefers-color-scheme:dark){:root{--background:#171512;--card:#211e1a;--ink:#eeeae1;--soft:#b3ac9d;--line:#3b372f;--edge:#8d8778;
--accent:#f2a671;--accent-ink:#24140a;--danger:#ff9a8f;--danger-background:#341b18;--warn-background:#322815;--warn-line:#d9a441;--focus:#8ab8ff}}
*,*::before,*::after{box-sizing:border-box}
html{font:100%/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--background);color:var(--ink)}
body>header,body>main,body>footer{width:100%;max-width:38rem;margin-inline:auto;padding-inline:1.25rem}
body>.notice{margin:0;padding:.625rem 1.25rem;background:var(--warn-background);border-bottom:1px solid var(--warn-line);text-align:center;font-size:.9375rem}
body>header{display:flex;gap:1rem;align-items:center;justify-content:space-between;padding-block:1.25rem}
body>header form{display:flex;gap:.75rem;align-items:center;margin:0;min-width:0}
body>header form .soft{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
body>header button{flex:none;padding:.5rem 1rem}
body>main{flex:1;padding-block:.5rem 2.5rem}
body>footer{padding-block:1rem 1.5rem;color:var(--soft);font-size:.875rem}
h1{font-size:1.75rem;line-height:1.2;letter-spacing:-.015em;margin:0 0 1rem;text-wrap:balance}
h2{font-size:1.1875rem;line-height:1.3;margin:1.75rem 0 .5rem}
p,ul,ol,dl{margin:0 0 1rem}
h1,h2,p,li,dd,label,code{overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.15em}
p>a:only-child{display:inline-block}
code{font:.9375em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.brand{display:flex;gap:.5rem;align-items:center;font-weight:700;font-size:1.25rem;letter-spacing:-.02em;color:var(--ink);text-decoration:none}
.brand svg{width:1.625rem;height:1.625rem;fill:var(--accent)}
.brand path+path{fill:var(--background)}
.soft{color:var(--soft)}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.5rem;margin:0 0 1.25rem}
.card>:first-child{margin-top:0}
.card>:last-child{margin-bottom:0}
.plain{list-style:none}
.plain:not(.card){padding:0}.plain.card{padding-block:.5rem}
.plain>li{padding:.75rem 0;border-top:1px solid var(--line)}
.plain>li:first-child{border-top:0}
.plain .warning{margin:.5rem 0 0}
.mail{display:block;width:100%;height:32rem;margin-top:1rem;border:1px solid var(--line);border-radius:.5rem;background:#fff}
.field{margin:0 0 1.125rem}
.field label{display:block;font-weight:600;margin-bottom:.25rem}
.field .hint,.field .error{display:block;font-size:.9375rem;margin-bottom:.375rem}
.field .hint{color:var(--soft)}
.field .error{color:var(--danger);font-weight:600}
.field input,.field select{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:.5rem;padding:.625rem .75rem;min-height:2.75rem}
.field input[aria-invalid=true],.field select[aria-invalid=true]{border:2px solid var(--danger)}
button,.button{display:inline-block;font:inherit;font-weight:600;line-height:1.25;cursor:pointer;text-decoration:none;text-align:center;
border:1px solid var(--accent);border-radius:.5rem;background:var(--accent);color:var(--accent-ink);padding:.75rem 1.25rem;min-height:2.75rem}
button:hover,.button:hover{filter:brightness(1.1)}
.quiet{background:transparent;color:var(--ink);border-color:var(--edge)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;margin:1.25rem 0 0}
main>form+p:not(.soft){margin-top:1rem}
.note,.warning,.errors{border-left:.3125rem solid var(--edge);border-radius:.25rem;background:var(--card);padding:.875rem 1rem;margin:0 0 1.25rem}
.warning{border-color:var(--warn-line);background:var(--warn-background)}
.errors{border-color:var(--danger);background:var(--danger-background)}
.errors h2{margin:0 0 .375rem;font-size:1.0625rem}
.errors ul{margin:0;padding-left:1.25rem}
.errors a{color:var(--danger)}
.note>:last-child,.warning>:last-child,.errors>:last-child{margin-bottom:0}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:.25rem}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.5rem .75rem;z-index:1}
.wide>header,.wide>main,.wide>footer{max-width:64rem}
table{width:100%;border-collapse:collapse;margin:0 0 1.25rem;font-size:.9375rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-top:1px solid var(--line)}
th{font-weight:600}
thead th{border-top:0;color:var(--soft);font-weight:600}
td code{white-space:nowrap}
.scroll{overflow-x:auto}
.qr{width:fit-content;max-width:100%;margin:0 0 1rem;background:#fff;border-radius:.5rem;line-height:0}
.qr svg{width:15rem;max-width:100%;height:auto}
.codes{columns:2}
.codes>li{break-inside:avoid;border:0;padding:.25rem 0}
pre{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.875rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere;margin:0 0 1.25rem}
summary{cursor:pointer;font-weight:600;padding:.625rem 0}
.badge{display:inline-block;font-size:.8125rem;font-weight:600;border:1px solid var(--edge);border-radius:1rem;padding:.05rem .6rem;color:var(--soft)}
.method{font:600 .875rem/1.4 ui-monospace,SFMono-Regular,Menlo,monospace}
@media (max-width:40rem){thead{position:absolute;left:-999rem}table,tbody,tr,td{display:block}tr{border-top:1px solid var(--line);padding:.625rem 0}
td{border:0;padding:.0625rem 0}td:empty{display:none}td+td[data-head]::before{content:attr(data-head)": ";color:var(--soft)}td code{white-space:normal}}
@media (max-width:30rem){.codes{columns:1}.card{padding:1.125rem}.actions>*,.actions button{width:100%}h1{font-size:1.5rem}}
@media (forced-colors:active){button,.button,.note,.warning,.errors{border:1px solid}}
`.replaceAll("\n", "");
