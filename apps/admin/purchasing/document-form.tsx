import { Button, Group, Stack } from "@mantine/core";
import { ErrorNote, LeaveGuard, ProgressLine, Section, useAction } from "@souk/ui";
import { type FormEvent, useCallback, useState } from "react";
import type { Location } from "../locations/location-queries.ts";
import { type DocumentDraft, type DraftProblems, hasProblems, problemsOf } from "./document-draft.ts";
import { DocumentFields } from "./document-fields.tsx";
import type { DocumentKind } from "./documents.ts";
import { type ChangeLines, LinesEditor } from "./lines-editor.tsx";
import { refusedDraft } from "./refused-draft.ts";
import type { StockDocument } from "./stock-document.ts";
import { strings } from "./strings.ts";
import { useFirstFault } from "./use-first-fault.ts";

/** One way to save what is written. */
export interface SaveWay {
  label: string;
  /** Placed or sent at once: then there must be lines. */
  isSent: boolean;
  run: (draft: DocumentDraft) => Promise<StockDocument>;
}

interface DocumentFormProps {
  kind: DocumentKind;
  initial: DocumentDraft;
  isFixed: boolean;
  locations: readonly Location[];
  /** The first is what Enter does. */
  ways: readonly SaveWay[];
  onSaved: (document: StockDocument) => void;
  onRefused?: () => void;
  onCancel: () => void;
}

interface Problems {
  fields: DraftProblems;
  /** What the platform refuses over nothing that the form shows. */
  rest: unknown;
}

const noProblems: Problems = { fields: { quantities: new Map(), costs: new Map() }, rest: null };

/** What is written, what is wrong with it, and saving it. */
function useDocumentForm({ kind, initial, onSaved, onRefused }: DocumentFormProps) {
  const [draft, setDraft] = useState(initial);
  const [problems, setProblems] = useState(noProblems);
  const { form, lead } = useFirstFault();
  const action = useAction<SaveWay, StockDocument>({
    run: (way) => way.run(draft),
    quiet: true,
    done: ({ number }) => strings.saved(number),
    onDone: onSaved,
  });
  const fail = (found: Problems) => {
    setProblems(found);
    lead();
  };
  const save = (way: SaveWay) => {
    const fields = problemsOf(draft, kind, way.isSent);
    if (hasProblems(fields)) return fail({ fields, rest: null });
    setProblems(noProblems);
    action.run(way).catch((error: unknown) => {
      const refused = refusedDraft(error, draft);
      fail({ fields: refused.problems, rest: refused.rest });
      onRefused?.();
    });
  };
  const change = (some: Partial<DocumentDraft>) => setDraft((before) => ({ ...before, ...some }));
  const changeLines: ChangeLines = useCallback(
    (to) => setDraft((before) => ({ ...before, lines: to(before.lines) })),
    [],
  );
  return { form, draft, problems, save, change, changeLines, isRunning: action.isRunning };
}

/** A purchase order or a transfer, written or changed. */
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
        <Section title={strings.details}>
          <DocumentFields
            draft={draft}
            problems={problems.fields}
            isTransfer={kind.name === "transfers"}
            isFixed={isFixed}
            locations={locations}
            onChange={change}
          />
        </Section>
        <Section title={strings.lines.title}>
          <LinesEditor
            lines={draft.lines}
            problems={problems.fields}
            hasCosts={kind.name === "purchase-orders"}
            onChange={changeLines}
          />
        </Section>
        {problems.rest !== null && <ErrorNote error={problems.rest} />}
        {isRunning && <ProgressLine label={strings.save} />}
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
            {strings.stop}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
