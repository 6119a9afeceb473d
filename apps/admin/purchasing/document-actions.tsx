import { Button } from "@mantine/core";
import { ConfirmDialog, useAdminConsole, usePageNavigation } from "@souk/ui";
import { useState } from "react";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { useCacheDocument } from "./document-queries.ts";
import { isReceivable } from "./document-status.tsx";
import type { DocumentKind } from "./documents.ts";
import { describeShortage } from "./draft-errors.ts";
import type { StockDocument } from "./stock-document.ts";

interface DocumentActionsProps {
  kind: DocumentKind;
  document: StockDocument;
  onEdit: () => void;
  onReceive: () => void;
}

type OpenDialog = "send" | "cancel" | "remove";

/**
 * Show the actions that a stock document's status allows. Actions other than editing and receiving are confirmed
 * first.
 */
export function DocumentActions({ kind, document, onEdit, onReceive }: DocumentActionsProps) {
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const isDraft = document.status === "draft";
  const hasAnyRight = usePermissions();
  const canEdit = hasAnyRight("purchasing.edit");
  const canBeReceived = isReceivable(document);
  const hasLines = document.line_items.length > 0;
  return (
    <>
      {canBeReceived && hasAnyRight("purchasing.receive") && (
        <Button onClick={onReceive}>{texts.purchasing.receive.button}</Button>
      )}
      {canEdit && isDraft && hasLines && (
        <Button onClick={() => setOpenDialog("send")}>{kind.words.send}</Button>
      )}
      {canEdit && (isDraft || canBeReceived) && (
        <Button variant="default" onClick={onEdit}>
          {texts.purchasing.edit}
        </Button>
      )}
      {canEdit && (isDraft || canBeReceived) && (
        <Button variant="default" onClick={() => setOpenDialog("cancel")}>
          {kind.words.cancel}
        </Button>
      )}
      {canEdit && (isDraft || document.status === "cancelled") && (
        <Button color="red" variant="outline" onClick={() => setOpenDialog("remove")}>
          {kind.words.remove}
        </Button>
      )}
      <ConfirmDialogs
        kind={kind}
        document={document}
        openDialog={openDialog}
        onClose={() => setOpenDialog(null)}
      />
    </>
  );
}

interface ConfirmDialogsProps {
  kind: DocumentKind;
  document: StockDocument;
  openDialog: OpenDialog | null;
  onClose: () => void;
}

function ConfirmDialogs({ kind, document, openDialog, onClose }: ConfirmDialogsProps) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const cacheDocument = useCacheDocument(kind);
  const { id, number } = document;
  const { words } = kind;
  return (
    <>
      <ConfirmDialog
        opened={openDialog === "send"}
        onClose={onClose}
        title={words.sendAsk({ number })}
        confirm={words.send}
        done={words.sent({ number })}
        onConfirm={() => kind.send(admin, id)}
        formatError={(error) => describeShortage(error, document)}
        onDone={cacheDocument}
      >
        {words.sendText}
      </ConfirmDialog>
      <ConfirmDialog
        danger
        opened={openDialog === "cancel"}
        onClose={onClose}
        title={texts.purchasing.cancelAsk({ number })}
        confirm={words.cancel}
        cancel={words.keep}
        done={texts.purchasing.cancelled({ number })}
        onConfirm={() => kind.cancel(admin, id)}
        onDone={cacheDocument}
      >
        {words.cancelText}
      </ConfirmDialog>
      <ConfirmDialog
        danger
        opened={openDialog === "remove"}
        onClose={onClose}
        title={texts.purchasing.removeAsk({ number })}
        confirm={words.remove}
        done={texts.purchasing.removed({ number })}
        onConfirm={() => kind.remove(admin, id)}
        onDone={() => {
          goTo(toStorePage(`/${kind.name}`));
          // Without a document, this only refetches the lists and the stock.
          cacheDocument();
        }}
      >
        {texts.purchasing.removeText}
      </ConfirmDialog>
    </>
  );
}
