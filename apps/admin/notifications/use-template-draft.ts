import { useEffect, useMemo, useRef, useState } from "react";
import type { Template } from "./notification-queries.ts";

/** The editable fields of a template. */
export type Draft = Pick<Template, "subject" | "body_html" | "body_text" | "is_enabled">;

/** The texts of a template, in which variables can be used. */
export type TemplateTexts = Omit<Draft, "is_enabled">;

function toDraft({ subject, body_html, body_text, is_enabled }: Draft): Draft {
  return { subject, body_html, body_text, is_enabled };
}

function getChanges(draft: Draft, savedFields: Draft): Partial<Draft> {
  const names = Object.keys(savedFields) as (keyof Draft)[];
  return Object.fromEntries(
    names.filter((name) => draft[name] !== savedFields[name]).map((name) => [name, draft[name]]),
  );
}

/**
 * Return the edited fields of a template and the functions that change and discard the edits. After the template is saved
 * or reset, fields without unsaved edits show the template's new values.
 */
export function useTemplateDraft(template: Template) {
  const [draft, setDraft] = useState(() => toDraft(template));
  const previousTemplate = useRef(template);
  useEffect(() => {
    const previous = previousTemplate.current;
    if (previous === template) return;
    previousTemplate.current = template;
    setDraft((currentDraft) => ({
      ...toDraft(template),
      ...getChanges(currentDraft, toDraft(previous)),
    }));
  }, [template]);
  const changes = useMemo(() => getChanges(draft, toDraft(template)), [draft, template]);
  return {
    draft,
    changes,
    isDirty: Object.keys(changes).length > 0,
    changeFields: (fields: Partial<Draft>) => setDraft((currentDraft) => ({ ...currentDraft, ...fields })),
    discardChanges: () => setDraft(toDraft(template)),
  };
}
