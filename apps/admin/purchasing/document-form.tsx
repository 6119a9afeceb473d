import { Button, Group, Stack } from "@mantine/core";
import { ErrorNote, LeaveGuard, ProgressLine, Section, useAction } from "@souk/ui";
import { type FormEvent, useCallback, useState } from "react";
import type { Location } from "../locations/location-queries.ts";
import { texts } from "../texts.ts";
import { type DocumentDraft, type DraftProblems, hasProblems, validateDraft } from "./document-draft.ts";
import { DocumentFields } from "./document-fields.tsx";
import type { DocumentKind } from "./documents.ts";
import { mapErrorsToDraft } from "./draft-errors.ts";
import { type ChangeLines, LinesEditor } from "./lines-editor.tsx";
import type { StockDocument } from "./stock-document.ts";
import { useFocusFirstError } from "./use-focus-first-error.ts";

/** A button that saves the document. */
export interface SaveAction {
  label: string;
  /** Whether the document, once saved, is ordered or in transit, which requires lines. */
  isSent: boolean;
  run: (draft: DocumentDraft) => Promise<StockDocument>;
}

interface DocumentFormProps {
  kind: DocumentKind;
  initial: DocumentDraft;
  /** Whether the locations can't be changed, because the document is no longer a draft. */
  areLocationsFixed: boolean;
  locations: readonly Location[];
  /** The save buttons. Pressing Enter clicks the first button. */
  saveActions: readonly SaveAction[];
  onSaved: (document: StockDocument) => void;
  /** Called when the document could not be saved. */
  onRejected?: () => void;
  onCancel: () => void;
}

interface Problems {
  fields: DraftProblems;
  /** The API's error that belongs to no input of the form; null if there is none. */
  otherError: unknown;
}

const noProblems: Problems = { fields: { quantities: new Map(), costs: new Map() }, otherError: null };

/** Return the form's draft and errors, and the functions that change and save the draft. */
function useDocumentForm({ kind, initial, onSaved, onRejected }: DocumentFormProps) {
  const [draft, setDraft] = useState(initial);
  const [problems, setProblems] = useState(noProblems);
  const { form, focusFirstError } = useFocusFirstError();
  const action = useAction<SaveAction, StockDocument>({
    run: (saveAction) => saveAction.run(draft),
    quiet: true,
    done: ({ number }) => texts.purchasing.saved({ number }),
    onDone: onSaved,
  });
  const showProblems = (newProblems: Problems) => {
    setProblems(newProblems);
    focusFirstError();
  };
  const save = (saveAction: SaveAction) => {
    const fields = validateDraft(draft, kind, { isSent: saveAction.isSent });
    if (hasProblems(fields)) return showProblems({ fields, otherError: null });
    setProblems(noProblems);
    action.run(saveAction).catch((error: unknown) => {
      const draftErrors = mapErrorsToDraft(error, draft);
      showProblems({ fields: draftErrors.problems, otherError: draftErrors.otherError });
      onRejected?.();
    });
  };
  const change = (changes: Partial<DocumentDraft>) =>
    setDraft((currentDraft) => ({ ...currentDraft, ...changes }));
  const changeLines: ChangeLines = useCallback(
    (update) => setDraft((currentDraft) => ({ ...currentDraft, lines: update(currentDraft.lines) })),
    [],
  );
  return { form, draft, problems, save, change, changeLines, isRunning: action.isRunning };
}

/** Show the form that creates or edits a purchase order or transfer. */
export function DocumentForm(props: DocumentFormProps) {
  const { kind, initial, areLocationsFixed, locations, saveActions, onCancel } = props;
  const { form, draft, problems, save, change, changeLines, isRunning } = useDocumentForm(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [firstAction] = saveActions;
    if (firstAction && !isRunning) save(firstAction);
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
            areLocationsFixed={areLocationsFixed}
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
        {problems.otherError !== null && <ErrorNote error={problems.otherError} />}
        {isRunning && <ProgressLine label={texts.purchasing.save} />}
        <Group>
          {saveActions.map((saveAction, index) => (
            <Button
              key={saveAction.label}
              type={index === 0 ? "submit" : "button"}
              variant={index === 0 ? "filled" : "default"}
              disabled={isRunning}
              {...(index === 0 ? {} : { onClick: () => save(saveAction) })}
            >
              {saveAction.label}
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
