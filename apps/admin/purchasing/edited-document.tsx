import { Alert, Button, Stack } from "@mantine/core";
import { Answered, useAdminConsole } from "@souk/ui";
import { IconInfoCircle } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useLocations } from "../locations/location-queries.ts";
import { texts } from "../texts.ts";
import { toDraft } from "./document-draft.ts";
import { DocumentForm } from "./document-form.tsx";
import { useDocumentChanged } from "./document-queries.ts";
import type { DocumentKind } from "./documents.ts";
import type { StockDocument } from "./stock-document.ts";

interface EditedDocumentProps {
  kind: DocumentKind;
  document: StockDocument;
  onStop: () => void;
}

/**
 * Show the form of a document that is being edited. Edits stay when the document changes meanwhile, which is
 * reported.
 */
export function EditedDocument({ kind, document, onStop }: EditedDocumentProps) {
  const admin = useAdminConsole();
  const changed = useDocumentChanged(kind);
  const locations = useLocations();
  const [begun, setBegun] = useState(document);
  const initial = useMemo(() => toDraft(begun), [begun]);
  const isSent = begun.status !== "draft";
  return (
    <Stack gap="lg">
      {document.updated_at !== begun.updated_at && (
        <Alert color="yellow" role="alert" icon={<IconInfoCircle aria-hidden />}>
          <Stack gap="sm" align="flex-start">
            {texts.purchasing.stale}
            <Button size="xs" variant="default" onClick={() => setBegun(document)}>
              {texts.purchasing.reload}
            </Button>
          </Stack>
        </Alert>
      )}
      <Answered query={locations} skeleton="form">
        {(places) => (
          <DocumentForm
            key={begun.updated_at}
            kind={kind}
            initial={initial}
            isFixed={isSent}
            locations={places}
            ways={[
              { label: texts.purchasing.save, isSent, run: (draft) => kind.update(admin, begun.id, draft) },
            ]}
            onSaved={(saved) => {
              onStop();
              changed(saved);
            }}
            onRejected={changed}
            onCancel={onStop}
          />
        )}
      </Answered>
    </Stack>
  );
}
