import { useDebouncedValue } from "@mantine/hooks";
import type { NotificationKind } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { collectErrors } from "./template-errors.ts";
import type { Texts } from "./use-draft.ts";

/** The pause in typing before the preview is updated, in ms. */
const pauseMs = 400;

/** Load the platform's preview of the texts with an example, shortly after they were edited. */
export function usePreview(kind: NotificationKind, { subject, body_html, body_text }: Texts) {
  const admin = useAdminConsole();
  const texts = useMemo(() => ({ subject, body_html, body_text }), [subject, body_html, body_text]);
  const [trial] = useDebouncedValue(texts, pauseMs);
  return useQuery({
    queryKey: ["notification_preview", kind, trial],
    queryFn: ({ signal }) => admin.notification_templates.preview({ params: { kind }, body: trial, signal }),
    placeholderData: keepPreviousData,
    // What is wrong with a text at first sight is marked where it stands.
    enabled: Object.keys(collectErrors(trial, null)).length === 0,
  });
}
