import { useDebouncedValue } from "@mantine/hooks";
import type { NotificationKind } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { collectErrors } from "./template-errors.ts";
import type { TemplateTexts } from "./use-template-draft.ts";

/** How long to wait after the last keystroke before the preview is loaded, in milliseconds. */
const debounceMs = 400;

/** Load the API's preview of a template's texts with sample data, shortly after each edit. */
export function useTemplatePreview(kind: NotificationKind, { subject, body_html, body_text }: TemplateTexts) {
  const admin = useAdminConsole();
  const texts = useMemo(() => ({ subject, body_html, body_text }), [subject, body_html, body_text]);
  const [debouncedTexts] = useDebouncedValue(texts, debounceMs);
  return useQuery({
    queryKey: ["notification_preview", kind, debouncedTexts],
    queryFn: ({ signal }) =>
      admin.notification_templates.preview({ params: { kind }, body: debouncedTexts, signal }),
    placeholderData: keepPreviousData,
    // The API isn't called for texts in which the page itself finds an error. Their inputs show the error.
    enabled: Object.keys(collectErrors(debouncedTexts, null)).length === 0,
  });
}
