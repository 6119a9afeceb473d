import { Answered, PageFrame, useAdminConsole, useIdempotentSubmit, usePageNavigation } from "@souk/ui";
import { useMemo } from "react";
import { type Location, useLocations } from "../locations/location-queries.ts";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { type DocumentDraft, emptyDraft } from "./document-draft.ts";
import { DocumentForm } from "./document-form.tsx";
import { useDocumentChanged } from "./document-queries.ts";
import type { DocumentKind } from "./documents.ts";

/** Show the page that creates a purchase order or transfer, saved as a draft or placed at once. */
export function NewDocumentPage({ kind }: { kind: DocumentKind }) {
  const locations = useLocations();
  return (
    <PageFrame
      title={kind.words.newTitle}
      breadcrumbs={[{ label: kind.words.title, to: toStorePage(`/${kind.name}`) }]}
    >
      <Answered query={locations} skeleton="form">
        {(places) => <NewDocument kind={kind} locations={places} />}
      </Answered>
    </PageFrame>
  );
}

function NewDocument({ kind, locations }: { kind: DocumentKind; locations: readonly Location[] }) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const changed = useDocumentChanged(kind);
  const primary = locations.find(({ is_primary }) => is_primary)?.id ?? null;
  const initial = useMemo(() => emptyDraft(primary), [primary]);
  const once = useIdempotentSubmit();
  const create = (draft: DocumentDraft, isSent: boolean) =>
    once([draft, isSent], (key) => kind.create(admin, draft, { isSent, key }));
  const list = toStorePage(`/${kind.name}`);
  return (
    <DocumentForm
      kind={kind}
      initial={initial}
      isFixed={false}
      locations={locations}
      ways={[
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
        changed(document);
        goTo(toStorePage(`/${kind.name}/$id`, { id: document.id }), { ignoreBlocker: true });
      }}
      onCancel={() => goTo(list)}
    />
  );
}
