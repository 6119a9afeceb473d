import { translateTexts } from "./create-texts.ts";
import { setLocale, sourceLocale } from "./locale.ts";
import type { Messages, Texts, Translation } from "./message-types.ts";

/** The texts of a panel or of the shared components, and the functions that load their translations, by the paths of the files. */
export interface MessageCatalog<M extends Messages> {
  texts: Texts<M>;
  translations: Readonly<Record<string, () => Promise<{ messages: Translation<M> }>>>;
}

async function loadTranslation<M extends Messages>(
  { texts, translations }: MessageCatalog<M>,
  locale: string,
): Promise<boolean> {
  const loadFile = Object.entries(translations).find(([path]) =>
    path.endsWith(`/messages/${locale}.ts`),
  )?.[1];
  if (loadFile === undefined) return false;
  translateTexts(texts, (await loadFile()).messages);
  return true;
}

/**
 * Load the texts of a locale. Call this before any text is read. If the panel is not translated into the locale, everything stays in
 * English.
 * @param shared the texts of the shared components, which stay in English if only the panel is translated
 */
export async function loadLocale<P extends Messages, S extends Messages>(
  locale: string,
  { panel, shared }: { panel: MessageCatalog<P>; shared: MessageCatalog<S> },
): Promise<void> {
  if (locale === sourceLocale || !(await loadTranslation(panel, locale))) return;
  await loadTranslation(shared, locale);
  setLocale(locale);
}
