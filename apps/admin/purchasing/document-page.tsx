import { Stack } from "@mantine/core";
import { Answered, isMissing, PageFrame, toast, useKeptFocus } from "@souk/ui";
import { useParams } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { MissingRecord } from "../missing-record.tsx";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { DocumentActions } from "./document-actions.tsx";
import { DocumentDetails } from "./document-details.tsx";
import { DocumentLines } from "./document-lines.tsx";
import { useDocument } from "./document-queries.ts";
import { DocumentStatus, isOpen } from "./document-status.tsx";
import type { DocumentKind } from "./documents.ts";
import { EditedDocument } from "./edited-document.tsx";
import { ReceiveForm } from "./receive-form.tsx";
import type { StockDocument } from "./stock-document.ts";

type Doing = "reading" | "editing" | "receiving";

/** Show one purchase order or transfer, with its actions: change, receive, cancel, delete. */
export function DocumentPage({ kind }: { kind: DocumentKind }) {
  const { id } = useParams({ strict: false });
  const query = useDocument(kind, Number(id));
  const [doing, setDoing] = useState<Doing>("reading");
  const document = query.data;
  // Another person received or cancelled it meanwhile: the page returns to the actions still possible.
  const isOver = doing === "receiving" && document !== undefined && !isOpen(document);
  const number = document?.number ?? "";
  useEffect(() => {
    if (!isOver) return;
    toast.note(texts.purchasing.receive.allReceived({ number }));
    setDoing("reading");
  }, [isOver, number]);
  return (
    <PageFrame
      title={document?.number ?? (isMissing(query) ? kind.words.missing.title : kind.words.title)}
      breadcrumbs={[{ label: kind.words.title, to: toStorePage(`/${kind.name}`) }]}
      badge={document && <DocumentStatus status={document.status} />}
      actions={
        document &&
        doing === "reading" && (
          <DocumentActions
            kind={kind}
            document={document}
            onEdit={() => setDoing("editing")}
            onReceive={() => setDoing("receiving")}
          />
        )
      }
    >
      <Answered
        query={query}
        skeleton="form"
        missing={<MissingRecord words={kind.words.missing} to={toStorePage(`/${kind.name}`)} />}
      >
        {(known) => <Parts kind={kind} document={known} doing={doing} onStop={() => setDoing("reading")} />}
      </Answered>
    </PageFrame>
  );
}

interface PartsProps {
  kind: DocumentKind;
  document: StockDocument;
  doing: Doing;
  onStop: () => void;
}

function Parts({ kind, document, doing, onStop }: PartsProps) {
  const region = useRef<HTMLDivElement>(null);
  useKeptFocus(region, `${doing} ${document.status} ${document.updated_at}`);
  return (
    <Stack gap="lg" ref={region} tabIndex={-1}>
      {doing === "editing" ? (
        <EditedDocument kind={kind} document={document} onStop={onStop} />
      ) : (
        <>
          {doing === "receiving" && isOpen(document) && (
            <ReceiveForm kind={kind} document={document} onClose={onStop} />
          )}
          <DocumentDetails document={document} />
          <DocumentLines document={document} />
        </>
      )}
    </Stack>
  );
}
