import { Stack } from "@mantine/core";
import { isMissing, PageFrame, QueryBoundary, toast, useFocusFallback } from "@souk/ui";
import { useParams } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { MissingRecord } from "../missing-record.tsx";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { DocumentActions } from "./document-actions.tsx";
import { DocumentDetails } from "./document-details.tsx";
import { DocumentLines } from "./document-lines.tsx";
import { useDocument } from "./document-queries.ts";
import { DocumentStatus, isReceivable } from "./document-status.tsx";
import type { DocumentKind } from "./documents.ts";
import { EditDocumentForm } from "./edit-document-form.tsx";
import { ReceiveForm } from "./receive-form.tsx";
import type { StockDocument } from "./stock-document.ts";

type PageMode = "reading" | "editing" | "receiving";

/** Show a purchase order or transfer, with its actions and the forms that edit and receive it. */
export function DocumentPage({ kind }: { kind: DocumentKind }) {
  const { id } = useParams({ strict: false });
  const query = useDocument(kind, Number(id));
  const [mode, setMode] = useState<PageMode>("reading");
  const document = query.data;
  // While this page shows the receive form, another person may have received or canceled the document.
  const canNoLongerReceive = mode === "receiving" && document !== undefined && !isReceivable(document);
  const number = document?.number ?? "";
  useEffect(() => {
    if (!canNoLongerReceive) return;
    toast.note(texts.purchasing.receive.allReceived({ number }));
    setMode("reading");
  }, [canNoLongerReceive, number]);
  return (
    <PageFrame
      title={document?.number ?? (isMissing(query) ? kind.words.missing.title : kind.words.title)}
      breadcrumbs={[{ label: kind.words.title, to: toStorePage(`/${kind.name}`) }]}
      badge={document && <DocumentStatus status={document.status} />}
      actions={
        document &&
        mode === "reading" && (
          <DocumentActions
            kind={kind}
            document={document}
            onEdit={() => setMode("editing")}
            onReceive={() => setMode("receiving")}
          />
        )
      }
    >
      <QueryBoundary
        query={query}
        skeleton="form"
        notFound={<MissingRecord words={kind.words.missing} to={toStorePage(`/${kind.name}`)} />}
      >
        {(loadedDocument) => (
          <DocumentSections
            kind={kind}
            document={loadedDocument}
            mode={mode}
            onClose={() => setMode("reading")}
          />
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

interface DocumentSectionsProps {
  kind: DocumentKind;
  document: StockDocument;
  mode: PageMode;
  onClose: () => void;
}

function DocumentSections({ kind, document, mode, onClose }: DocumentSectionsProps) {
  const region = useRef<HTMLDivElement>(null);
  // If the focused button disappears when the mode or the document changes, move the focus to the region.
  useFocusFallback(region, `${mode} ${document.status} ${document.updated_at}`);
  return (
    <Stack gap="lg" ref={region} tabIndex={-1}>
      {mode === "editing" ? (
        <EditDocumentForm kind={kind} document={document} onClose={onClose} />
      ) : (
        <>
          {mode === "receiving" && isReceivable(document) && (
            <ReceiveForm kind={kind} document={document} onClose={onClose} />
          )}
          <DocumentDetails document={document} />
          <DocumentLines document={document} />
        </>
      )}
    </Stack>
  );
}
