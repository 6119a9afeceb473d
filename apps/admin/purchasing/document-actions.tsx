import { Button } from "@mantine/core";
import { ConfirmDialog, useAdminConsole, usePageNavigation } from "@souk/ui";
import { useState } from "react";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { useDocumentChanged } from "./document-queries.ts";
import { isOpen } from "./document-status.tsx";
import type { DocumentKind } from "./documents.ts";
import { shortageWords } from "./draft-errors.ts";
import type { StockDocument } from "./stock-document.ts";

interface DocumentActionsProps {
  kind: DocumentKind;
  document: StockDocument;
  onEdit: () => void;
  onReceive: () => void;
}

type Asked = "send" | "cancel" | "remove";

/** Show the actions that a document's state allows; one that cannot be undone is confirmed first. */
export function DocumentActions({ kind, document, onEdit, onReceive }: DocumentActionsProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const isDraft = document.status === "draft";
  const open = isOpen(document);
  const hasLines = document.line_items.length > 0;
  return (
    <>
      {open && <Button onClick={onReceive}>{texts.purchasing.receive.button}</Button>}
      {isDraft && hasLines && <Button onClick={() => setAsked("send")}>{kind.words.send}</Button>}
      {(isDraft || open) && (
        <Button variant="default" onClick={onEdit}>
          {texts.purchasing.edit}
        </Button>
      )}
      {(isDraft || open) && (
        <Button variant="default" onClick={() => setAsked("cancel")}>
          {kind.words.cancel}
        </Button>
      )}
      {(isDraft || document.status === "cancelled") && (
        <Button color="red" variant="outline" onClick={() => setAsked("remove")}>
          {kind.words.remove}
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
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const changed = useDocumentChanged(kind);
  const { id, number } = document;
  const { words } = kind;
  return (
    <>
      <ConfirmDialog
        opened={asked === "send"}
        onClose={onClose}
        title={words.sendAsk({ number })}
        confirm={words.send}
        done={words.sent({ number })}
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
        title={texts.purchasing.cancelAsk({ number })}
        confirm={words.cancel}
        cancel={words.keep}
        done={texts.purchasing.cancelled({ number })}
        onConfirm={() => kind.cancel(admin, id)}
        onDone={changed}
      >
        {words.cancelText}
      </ConfirmDialog>
      <ConfirmDialog
        danger
        opened={asked === "remove"}
        onClose={onClose}
        title={texts.purchasing.removeAsk({ number })}
        confirm={words.remove}
        done={texts.purchasing.removed({ number })}
        onConfirm={() => kind.remove(admin, id)}
        onDone={() => {
          goTo(toStorePage(`/${kind.name}`));
          changed();
        }}
      >
        {texts.purchasing.removeText}
      </ConfirmDialog>
    </>
  );
}
