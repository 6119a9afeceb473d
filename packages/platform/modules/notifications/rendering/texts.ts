import type { FieldError } from "@souk/contract";

/** The texts of an email template. Each is a Liquid template. */
export interface TemplateTexts {
  subject: string;
  body_html: string;
  /** The plain text. If empty, it is created from the HTML. */
  body_text: string;
}

export type TextName = keyof TemplateTexts;

export const textNames = ["subject", "body_html", "body_text"] as const satisfies readonly TextName[];

/** Copy the texts of a template, without its other fields. */
export function pickTexts({ subject, body_html, body_text }: TemplateTexts): TemplateTexts {
  return { subject, body_html, body_text };
}

/** A rendered email. */
export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

/** A rendered email, or the errors of the texts that cannot be rendered. */
export type RenderResult = { ok: true; email: RenderedEmail } | { ok: false; errors: FieldError[] };

/** An email to render. */
export interface RenderTask {
  texts: TemplateTexts;
  variables: object;
  /** Whether a store wrote the texts or they are the defaults. Only a store's texts have limits. */
  author: "store" | "default";
}
