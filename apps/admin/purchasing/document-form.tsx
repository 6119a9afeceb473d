import { Button, Group, Stack } from "@mantine/core";
import { ErrorNote, LeaveGuard, ProgressLine, Section, useAction } from "@souk/ui";
import { type FormEvent, useCallback, useState } from "react";
import type { Location } from "../locations/location-queries.ts";
import { texts } from "../texts.ts";
import { type DocumentDraft, type DraftProblems, hasProblems, validateDraft } from "./document-draft.ts";
import { DocumentFields } from "./document-fields.tsx";
import type { DocumentKind } from "./documents.ts";
import { placeErrors } from "./draft-errors.ts";
import { type ChangeLines, LinesEditor } from "./lines-editor.tsx";
import type { StockDocument } from "./stock-document.ts";
import { useFocusFirstError } from "./use-focus-first-error.ts";

/** One of the buttons that save the document. */
export interface SaveWay {
  label: string;
  /** Whether the document is placed or sent at once, which requires lines. */
  isSent: boolean;
  run: (draft: DocumentDraft) => Promise<StockDocument>;
}

interface DocumentFormProps {
  kind: DocumentKind;
  initial: DocumentDraft;
  isFixed: boolean;
  locations: readonly Location[];
  /** The save buttons; Enter triggers the first. */
  ways: readonly SaveWay[];
  onSaved: (document: StockDocument) => void;
  onRejected?: () => void;
  onCancel: () => void;
}

interface Problems {
  fields: DraftProblems;
  /** The platform's error that belongs to nothing that the form shows. */
  rest: unknown;
}

const noProblems: Problems = { fields: { quantities: new Map(), costs: new Map() }, rest: null };

/** Keep the form's values and errors, and save them. */
function useDocumentForm({ kind, initial, onSaved, onRejected }: DocumentFormProps) {
  const [draft, setDraft] = useState(initial);
  const [problems, setProblems] = useState(noProblems);
  const { form, lead } = useFocusFirstError();
  const action = useAction<SaveWay, StockDocument>({
    run: (way) => way.run(draft),
    quiet: true,
    done: ({ number }) => texts.purchasing.saved({ number }),
    onDone: onSaved,
  });
  const fail = (found: Problems) => {
    setProblems(found);
    lead();
  };
  const save = (way: SaveWay) => {
    const fields = validateDraft(draft, kind, way.isSent);
    if (hasProblems(fields)) return fail({ fields, rest: null });
    setProblems(noProblems);
    action.run(way).catch((error: unknown) => {
      const draftErrors = placeErrors(error, draft);
      fail({ fields: draftErrors.problems, rest: draftErrors.rest });
      onRejected?.();
    });
  };
  const change = (some: Partial<DocumentDraft>) => setDraft((before) => ({ ...before, ...some }));
  const changeLines: ChangeLines = useCallback(
    (to) => setDraft((before) => ({ ...before, lines: to(before.lines) })),
    [],
  );
  return { form, draft, problems, save, change, changeLines, isRunning: action.isRunning };
}

/** Show the form that creates or changes a purchase order or a transfer. */
export function DocumentForm(props: DocumentFormProps) {
  const { kind, initial, isFixed, locations, ways, onCancel } = props;
  const { form, draft, problems, save, change, changeLines, isRunning } = useDocumentForm(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first] = ways;
    if (first && !isRunning) save(first);
  };
  const isDirty = draft !== initial && !isRunning;
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <LeaveGuard isDirty={() => isDirty} />
      <Stack gap="lg">
        <Section title={texts.purchasing.details}>
          <DocumentFields
            draft={draft}
            problems={problems.fields}
            isTransfer={kind.name === "transfers"}
            isFixed={isFixed}
            locations={locations}
            onChange={change}
          />
        </Section>
        <Section title={texts.purchasing.lines.title}>
          <LinesEditor
            lines={draft.lines}
            problems={problems.fields}
            hasCosts={kind.name === "purchase-orders"}
            onChange={changeLines}
          />
        </Section>
        {problems.rest !== null && <ErrorNote error={problems.rest} />}
        {isRunning && <ProgressLine label={texts.purchasing.save} />}
        <Group>
          {ways.map((way, place) => (
            <Button
              key={way.label}
              type={place === 0 ? "submit" : "button"}
              variant={place === 0 ? "filled" : "default"}
              disabled={isRunning}
              {...(place === 0 ? {} : { onClick: () => save(way) })}
            >
              {way.label}
            </Button>
          ))}
          <Button variant="default" onClick={onCancel} disabled={isRunning}>
            {texts.purchasing.discard}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
