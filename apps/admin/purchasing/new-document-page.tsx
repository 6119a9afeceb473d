import { PageFrame, QueryBoundary, useAdminConsole, useIdempotentSubmit, usePageNavigation } from "@souk/ui";
import { useMemo } from "react";
import { type Location, useLocations } from "../locations/location-queries.ts";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { createEmptyDraft, type DocumentDraft } from "./document-draft.ts";
import { DocumentForm } from "./document-form.tsx";
import { useCacheDocument } from "./document-queries.ts";
import type { DocumentKind } from "./documents.ts";

/**
 * Show the form that creates a purchase order or transfer, either as a draft or already marked as ordered or in
 * transit.
 */
export function NewDocumentPage({ kind }: { kind: DocumentKind }) {
  const locationsQuery = useLocations();
  return (
    <PageFrame
      title={kind.words.newTitle}
      breadcrumbs={[{ label: kind.words.title, to: toStorePage(`/${kind.name}`) }]}
    >
      <QueryBoundary query={locationsQuery} skeleton="form">
        {(locations) => <NewDocumentForm kind={kind} locations={locations} />}
      </QueryBoundary>
    </PageFrame>
  );
}

function NewDocumentForm({ kind, locations }: { kind: DocumentKind; locations: readonly Location[] }) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const cacheDocument = useCacheDocument(kind);
  const primaryLocationId = locations.find(({ is_primary }) => is_primary)?.id ?? null;
  const initial = useMemo(() => createEmptyDraft(primaryLocationId), [primaryLocationId]);
  const submitOnce = useIdempotentSubmit();
  const create = (draft: DocumentDraft, isSent: boolean) =>
    submitOnce([draft, isSent], (idempotencyKey) => kind.create(admin, draft, { isSent, idempotencyKey }));
  const listPage = toStorePage(`/${kind.name}`);
  return (
    <DocumentForm
      kind={kind}
      initial={initial}
      areLocationsFixed={false}
      locations={locations}
      saveActions={[
        {
          label: texts.purchasing.create,
          isSent: false,
          run: (draft) => create(draft, false),
        },
        {
          label: kind.words.createSent,
          isSent: true,
          run: (draft) => create(draft, true),
        },
      ]}
      onSaved={(document) => {
        cacheDocument(document);
        goTo(toStorePage(`/${kind.name}/$id`, { id: document.id }), { ignoreBlocker: true });
      }}
      onCancel={() => goTo(listPage)}
    />
  );
}
