/** The texts of an email template. Each is a Liquid template. */
export interface TemplateTexts {
  subject: string;
  body_html: string;
  /** The plain text. If empty, it is created from the HTML. */
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
