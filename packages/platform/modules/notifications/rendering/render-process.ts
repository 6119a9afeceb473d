import { renderEmail } from "./render-email.ts";
import type { RenderTask } from "./texts.ts";

// The script of a process that renders the tasks it receives, one after the other. Only this file uses the engine, so that
// templates of stores never run in the process that serves requests.

// Ctrl+C in a terminal reaches this process too. It is ignored here, and this process ends with its parent, which finishes its work
// first.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit());

// The first templates of a process take longer, until the engine's code is compiled. They must not use up a store's budget.
const warmUpHtml = "{% for i in (1..2000) %}{% assign x = i | plus: 1 %}{{ x | append: 'x' }}{% endfor %}";
renderEmail({ subject: "Warm-up", body_html: warmUpHtml, body_text: "" }, {}, "default");

process.on("message", ({ texts, variables, author }: RenderTask) => {
  process.send?.(renderEmail(texts, variables, author));
});
