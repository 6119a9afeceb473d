import { renderEmail } from "./render-email.ts";
import type { RenderTask } from "./texts.ts";

// The script of a process that renders the tasks it receives, one after the other. Only this process uses the template engine, so
// that templates of stores never run in the process that serves requests.

// A signal that stops the platform, such as Ctrl+C in a terminal, reaches this process too. The signal is ignored here, because the
// parent process first finishes its work. This process ends when its parent does.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit());

// The first templates of a process take longer, until the engine's code is compiled. This time must not count toward a store's budget.
const warmUpHtml = "{% for i in (1..2000) %}{% assign x = i | plus: 1 %}{{ x | append: 'x' }}{% endfor %}";
renderEmail({ subject: "Warm-up", body_html: warmUpHtml, body_text: "" }, {}, "default");

process.on("message", ({ texts, variables, author }: RenderTask) => {
  process.send?.(renderEmail(texts, variables, author));
});

// Tells the platform's process that this process is ready.
process.send?.("ready");
