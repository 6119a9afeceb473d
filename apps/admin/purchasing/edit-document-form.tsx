import { Alert, Button, Stack } from "@mantine/core";
import { QueryBoundary, useAdminConsole } from "@souk/ui";
import { IconInfoCircle } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useLocations } from "../locations/location-queries.ts";
import { texts } from "../texts.ts";
import { toDraft } from "./document-draft.ts";
import { DocumentForm } from "./document-form.tsx";
import { useCacheDocument } from "./document-queries.ts";
import type { DocumentKind } from "./documents.ts";
import type { StockDocument } from "./stock-document.ts";

interface EditDocumentFormProps {
  kind: DocumentKind;
  document: StockDocument;
  onClose: () => void;
}

/**
 * Show the form that edits a purchase order or transfer. If another person changes the document meanwhile, the edits
 * are kept and a notice offers to load the latest version.
 */
export function EditDocumentForm({ kind, document, onClose }: EditDocumentFormProps) {
  const admin = useAdminConsole();
  const refreshDocument = useCacheDocument(kind);
  const locationsQuery = useLocations();
  const [editedVersion, setEditedVersion] = useState(document);
  const initial = useMemo(() => toDraft(editedVersion), [editedVersion]);
  const isSent = editedVersion.status !== "draft";
  return (
    <Stack gap="lg">
      {document.updated_at !== editedVersion.updated_at && (
        <Alert color="yellow" role="alert" icon={<IconInfoCircle aria-hidden />}>
          <Stack gap="sm" align="flex-start">
            {texts.purchasing.stale}
            <Button size="xs" variant="default" onClick={() => setEditedVersion(document)}>
              {texts.purchasing.reload}
            </Button>
          </Stack>
        </Alert>
      )}
      <QueryBoundary query={locationsQuery} skeleton="form">
        {(locations) => (
          <DocumentForm
            key={editedVersion.updated_at}
            kind={kind}
            initial={initial}
            areLocationsFixed={isSent}
            locations={locations}
            saveActions={[
              {
                label: texts.purchasing.save,
                isSent,
                run: (draft) => kind.update(admin, editedVersion.id, draft),
              },
            ]}
            onSaved={(savedDocument) => {
              onClose();
              refreshDocument(savedDocument);
            }}
            // The changes may be rejected because another person has changed the document, so refetch it.
            onRejected={refreshDocument}
            onCancel={onClose}
          />
        )}
      </QueryBoundary>
    </Stack>
  );
}
