import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ApiError } from "@souk/contract";
import { eventually } from "@souk/testkit";
import { createTemplateRenderer, type RendererOptions, type TemplateRenderer } from "./template-renderer.ts";
import type { RenderTask } from "./texts.ts";

const scriptsFolder = mkdtempSync(join(tmpdir(), "souk-renderer-"));
after(() => rmSync(scriptsFolder, { recursive: true }));

const texts = { subject: "News", body_html: "<p>{{ name }}</p>", body_text: "" };
const task: RenderTask = { texts, variables: { name: "Mei" }, author: "store" };

/** Create a renderer, and close it after the test. */
function startRenderer(t: { after(close: () => Promise<void>): void }, options?: RendererOptions) {
  const renderer = createTemplateRenderer(options);
  t.after(renderer.close);
  return renderer;
}

/** Write the script of a process that runs `code` for the email with the subject "Bad", and `startCode` before it is ready. */
function writeScript(code: string, startCode = ""): URL {
  const script = `
    ${startCode}
    process.on("disconnect", () => process.exit());
    process.on("message", ({ texts }) => {
      if (texts.subject === "Bad") { ${code} }
      process.send({ ok: true, email: { subject: texts.subject, html: "", text: "" } });
    });
    process.send("ready");`;
  const path = join(mkdtempSync(join(scriptsFolder, "script-")), "script.js");
  writeFileSync(path, script);
  return pathToFileURL(path);
}

async function renderSubject(renderer: TemplateRenderer, subject: string): Promise<string> {
  const result = await renderer.render("store", { ...task, texts: { ...texts, subject } });
  return result.ok ? result.email.subject : (result.errors[0]?.message ?? "");
}

const tooCostly = "Rendering the subject and the bodies of the email takes too much time or memory in total.";

test("an email is rendered in another process", async (t) => {
  const renderer = startRenderer(t);
  const result = await renderer.render("store", task);
  assert.deepEqual(result.ok && result.email, { subject: "News", html: "<p>Mei</p>", text: "Mei" });
  const invalid = await renderer.render("store", { ...task, texts: { ...texts, body_html: "{% if %" } });
  assert.deepEqual(invalid.ok ? [] : invalid.errors.map(({ path, code }) => [path, code]), [
    ["body_html", "invalid_format"],
  ]);
});

test("a rendering process that does not respond is ended, and the next email is rendered", async (t) => {
  const renderer = startRenderer(t, { scriptUrl: writeScript("for (;;);"), timeoutMs: 500 });
  assert.equal(await renderSubject(renderer, "Bad"), tooCostly);
  assert.equal(await renderSubject(renderer, "Good"), "Good");
});

test("the start of a rendering process does not count toward the time limit of an email", async (t) => {
  const slowStart = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);";
  const renderer = startRenderer(t, { scriptUrl: writeScript("", slowStart), timeoutMs: 1_000 });
  assert.equal(await renderSubject(renderer, "Good"), "Good");
});

test("rendering an email fails as unavailable, not as invalid, if no rendering process starts in time", async (t) => {
  const renderer = startRenderer(t, { scriptUrl: writeScript("", "for (;;);"), startTimeoutMs: 300 });
  await assert.rejects(renderer.render("store", task), isUnavailable);
});

test("a rendering process that uses too much memory is ended and replaced", async (t) => {
  const scriptUrl = writeScript("const kept = []; for (;;) kept.push(new Array(1000).fill(texts.subject));");
  const renderer = startRenderer(t, { scriptUrl, maxHeapMb: 16 });
  assert.equal(await renderSubject(renderer, "Bad"), tooCostly);
  assert.equal(await renderSubject(renderer, "Good"), "Good");
});

test("an error is thrown if the process that renders default email texts ends", async (t) => {
  const renderer = startRenderer(t, { scriptUrl: writeScript("process.exit(1);") });
  const badTask: RenderTask = { ...task, texts: { ...texts, subject: "Bad" }, author: "default" };
  await assert.rejects(renderer.render("store", badTask), /process that rendered the default texts/);
});

test("a store with many emails to render does not delay another store's emails", async (t) => {
  const renderer = startRenderer(t, { scriptUrl: writeScript("") });
  const renderedOwners: string[] = [];
  const render = async (owner: string) => {
    await renderer.render(owner, task);
    renderedOwners.push(owner);
  };
  await Promise.all([...Array.from({ length: 12 }, () => render("busy")), render("other")]);
  assert.ok(renderedOwners.indexOf("other") <= 2 * renderer.maxRunning, renderedOwners.join());
});

test("if the renderer closes, emails that wait for it fail as unavailable, not as invalid", async (t) => {
  const startedPath = join(mkdtempSync(join(scriptsFolder, "started-")), "started");
  const code = `require("node:fs").writeFileSync(${JSON.stringify(startedPath)}, ""); return;`;
  const renderer = startRenderer(t, { scriptUrl: writeScript(code) });
  const badTask: RenderTask = { ...task, texts: { ...texts, subject: "Bad" } };
  const results = Array.from({ length: renderer.maxRunning + 1 }, () => renderer.render("store", badTask));
  const checks = results.map((result) => assert.rejects(result, isUnavailable));
  await eventually(async () => existsSync(startedPath));
  await renderer.close();
  await Promise.all(checks);
  await assert.rejects(renderer.render("store", task), isUnavailable);
});

function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.code === "unavailable";
}
