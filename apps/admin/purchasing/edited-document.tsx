import { Alert, Button, Stack } from "@mantine/core";
import { Answered, useAdminConsole } from "@souk/ui";
import { IconInfoCircle } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useLocations } from "../locations/location-queries.ts";
import { draftOf } from "./document-draft.ts";
import { DocumentForm } from "./document-form.tsx";
import { useDocumentChanged } from "./document-queries.ts";
import type { DocumentKind } from "./documents.ts";
import type { StockDocument } from "./stock-document.ts";
import { strings } from "./strings.ts";

interface EditedDocumentProps {
  kind: DocumentKind;
  document: StockDocument;
  onStop: () => void;
}

/** A document that somebody changes. What they write stays, whatever comes meanwhile; that something came is said. */
export function EditedDocument({ kind, document, onStop }: EditedDocumentProps) {
  const admin = useAdminConsole();
  const changed = useDocumentChanged(kind);
  const locations = useLocations();
  const [begun, setBegun] = useState(document);
  const initial = useMemo(() => draftOf(begun), [begun]);
  const isSent = begun.status !== "draft";
  return (
    <Stack gap="lg">
      {document.updated_at !== begun.updated_at && (
        <Alert color="yellow" role="alert" icon={<IconInfoCircle aria-hidden />}>
          <Stack gap="sm" align="flex-start">
            {strings.stale}
            <Button size="xs" variant="default" onClick={() => setBegun(document)}>
              {strings.startAnew}
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
            ways={[{ label: strings.save, isSent, run: (draft) => kind.update(admin, begun.id, draft) }]}
            onSaved={(saved) => {
              onStop();
              changed(saved);
            }}
            onRefused={changed}
            onCancel={onStop}
          />
        )}
      </Answered>
    </Stack>
  );
}
