/** The texts of a template, each a template in itself. */
export interface TemplateTexts {
  subject: string;
  body_html: string;
  /** Empty: made from the HTML. */
  body_text: string;
}

export type TextName = keyof TemplateTexts;

export const textNames = ["subject", "body_html", "body_text"] as const satisfies readonly TextName[];

/** A mail as it is sent. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}
