/** The texts of a template, each a template in itself. */
export interface TemplateTexts {
  subject: string;
  body_html: string;
  /** The plain text; empty: made from the HTML. */
  body_text: string;
}

export type TextName = keyof TemplateTexts;

export const textNames = ["subject", "body_html", "body_text"] as const satisfies readonly TextName[];

/** A rendered email. */
export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}
