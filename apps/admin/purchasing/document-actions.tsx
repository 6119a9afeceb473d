import { Button } from "@mantine/core";
import { ConfirmDialog, useAdminConsole, useStore } from "@souk/ui";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDocumentChanged } from "./document-queries.ts";
import { isOpen } from "./document-status.tsx";
import type { DocumentKind } from "./documents.ts";
import { shortageWords } from "./refused-draft.ts";
import type { StockDocument } from "./stock-document.ts";
import { strings } from "./strings.ts";

interface DocumentActionsProps {
  kind: DocumentKind;
  document: StockDocument;
  onEdit: () => void;
  onReceive: () => void;
}

type Asked = "send" | "cancel" | "remove";

/** What can be done with a document in its state; what cannot be taken back is asked about first. */
export function DocumentActions({ kind, document, onEdit, onReceive }: DocumentActionsProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const isDraft = document.status === "draft";
  const open = isOpen(document);
  const hasLines = document.line_items.length > 0;
  return (
    <>
      {open && <Button onClick={onReceive}>{strings.receive.button}</Button>}
      {isDraft && hasLines && <Button onClick={() => setAsked("send")}>{kind.words.send}</Button>}
      {(isDraft || open) && (
        <Button variant="default" onClick={onEdit}>
          {strings.edit}
        </Button>
      )}
      {(isDraft || open) && (
        <Button variant="default" onClick={() => setAsked("cancel")}>
          {strings.cancel}
        </Button>
      )}
      {(isDraft || document.status === "cancelled") && (
        <Button color="red" variant="outline" onClick={() => setAsked("remove")}>
          {strings.remove}
        </Button>
      )}
      <Questions kind={kind} document={document} asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

interface QuestionsProps {
  kind: DocumentKind;
  document: StockDocument;
  asked: Asked | null;
  onClose: () => void;
}

function Questions({ kind, document, asked, onClose }: QuestionsProps) {
  const { handle } = useStore();
  const admin = useAdminConsole();
  const navigate = useNavigate();
  const changed = useDocumentChanged(kind);
  const { id, number } = document;
  const { words } = kind;
  return (
    <>
      <ConfirmDialog
        opened={asked === "send"}
        onClose={onClose}
        title={words.sendAsk(number)}
        confirm={words.send}
        done={words.sent(number)}
        onConfirm={() => kind.send(admin, id)}
        say={(error) => shortageWords(error, document)}
        onDone={changed}
      >
        {words.sendText}
      </ConfirmDialog>
      <ConfirmDialog
        danger
        opened={asked === "cancel"}
        onClose={onClose}
        title={strings.cancelAsk(number)}
        confirm={strings.cancel}
        done={strings.cancelled(number)}
        onConfirm={() => kind.cancel(admin, id)}
        onDone={changed}
      >
        {words.cancelText}
      </ConfirmDialog>
      <ConfirmDialog
        danger
        opened={asked === "remove"}
        onClose={onClose}
        title={strings.removeAsk(number)}
        confirm={strings.remove}
        done={strings.removed(number)}
        onConfirm={() => kind.remove(admin, id)}
        onDone={() => {
          void navigate({ to: `/${handle}/${kind.name}` });
          changed();
        }}
      >
        {strings.removeText}
      </ConfirmDialog>
    </>
  );
}
