import assert from "node:assert/strict";
import { test } from "node:test";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createTexts } from "./create-texts.ts";
import { loadLocale } from "./load-locale.ts";
import { getCurrentLocale, setLocale, sourceLocale } from "./locale.ts";

const messages = {
  title: "Orders",
  selected: "{count, plural, one {# order selected} other {# orders selected}}",
  placeholder: "Page {page, number} of {pages, number}",
  apostrophe: "Don't wait, {name}",
  braces: "Such as '{{' order '}}', don't forget",
  statuses: { open: "Open", closed: "Closed" },
  steps: ["First {name}", "Then wait"],
  guide: "Read <link>the guide</link> of {app} first",
} as const;

test("the text of a message without arguments is a string", () => {
  const texts = createTexts(messages);
  assert.equal(texts.title, "Orders");
  assert.equal(texts.braces, "Such as {{ order }}, don't forget");
  assert.equal(texts.statuses.closed, "Closed");
  assert.equal(texts.steps[1], "Then wait");
});

test("the text of a message with arguments is a function that formats plurals and groups digits", () => {
  const texts = createTexts(messages);
  assert.equal(texts.selected({ count: 1 }), "1 order selected");
  assert.equal(texts.selected({ count: 1200 }), "1,200 orders selected");
  assert.equal(texts.placeholder({ page: 1, pages: 2000 }), "Page 1 of 2,000");
  assert.equal(texts.apostrophe({ name: "Mei" }), "Don't wait, Mei");
  assert.equal(texts.steps[0]({ name: "Kedai" }), "First Kedai");
});

test("the text of a message with tags is a function that returns an element with the parts in order", () => {
  const texts = createTexts(messages);
  const link = (content: ReactNode) => createElement("a", { href: "/docs" }, content);
  const text = texts.guide({ link, app: "Logistics" });
  assert.equal(renderToStaticMarkup(text), 'Read <a href="/docs">the guide</a> of Logistics first');
});

test("the text of a message throws if one of its arguments is missing", () => {
  const selected = createTexts(messages).selected as (args: object) => string;
  assert.throws(() => selected({}), /count/);
});

test("a loaded locale replaces the texts of the panel and of shared components", async (t) => {
  t.after(() => setLocale(sourceLocale));
  const panel = createTexts({ orders: { title: "Orders", count: "{count, plural, other {# orders}}" } });
  const shared = createTexts({ close: "Close" });
  const { orders } = panel;
  const translated = { orders: { title: "Bestellungen", count: "{count, plural, other {# Bestellungen}}" } };
  await loadLocale("de", {
    panel: { texts: panel, translations: { "./messages/de.ts": async () => ({ messages: translated }) } },
    shared: { texts: shared, translations: {} },
  });
  assert.equal(getCurrentLocale(), "de");
  assert.equal(orders.title, "Bestellungen");
  assert.equal(orders.count({ count: 1200 }), "1.200 Bestellungen");
  assert.equal(shared.close, "Close");
});

test("loading a locale without a translation leaves all texts in English", async () => {
  const panel = createTexts({ title: "Orders" });
  const untranslatedCatalog = { texts: panel, translations: {} };
  await loadLocale("fr", { panel: untranslatedCatalog, shared: untranslatedCatalog });
  assert.equal(getCurrentLocale(), sourceLocale);
  assert.equal(panel.title, "Orders");
});
