import { useEffect, useMemo, useRef, useState } from "react";
import type { Template } from "./notification-queries.ts";

/** The editable fields of a template. */
export type Draft = Pick<Template, "subject" | "body_html" | "body_text" | "is_enabled">;

/** The texts of a template, each a template in itself. */
export type Texts = Omit<Draft, "is_enabled">;

function toDraft({ subject, body_html, body_text, is_enabled }: Draft): Draft {
  return { subject, body_html, body_text, is_enabled };
}

function getChanges(draft: Draft, saved: Draft): Partial<Draft> {
  const names = Object.keys(saved) as (keyof Draft)[];
  return Object.fromEntries(
    names.filter((name) => draft[name] !== saved[name]).map((name) => [name, draft[name]]),
  );
}

/**
 * Keep the unsaved texts. A text that is not edited follows the template, also when that is saved or reset.
 */
export function useDraft(template: Template) {
  const [draft, setDraft] = useState(() => toDraft(template));
  const saved = useRef(template);
  useEffect(() => {
    const before = saved.current;
    if (before === template) return;
    saved.current = template;
    setDraft((now) => ({ ...toDraft(template), ...getChanges(now, toDraft(before)) }));
  }, [template]);
  const changes = useMemo(() => getChanges(draft, toDraft(template)), [draft, template]);
  return {
    draft,
    changes,
    isDirty: Object.keys(changes).length > 0,
    change: (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part })),
    discard: () => setDraft(toDraft(template)),
  };
}
