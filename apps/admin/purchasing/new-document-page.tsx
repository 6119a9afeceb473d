import { Answered, PageFrame, useAdminConsole, useStore, useWishes } from "@souk/ui";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { type Location, useLocations } from "../locations/location-queries.ts";
import { type DocumentDraft, emptyDraft } from "./document-draft.ts";
import { DocumentForm } from "./document-form.tsx";
import { useDocumentChanged } from "./document-queries.ts";
import type { DocumentKind } from "./documents.ts";
import { strings } from "./strings.ts";

/** A new purchase order or transfer, kept as a draft or placed at once. */
export function NewDocumentPage({ kind }: { kind: DocumentKind }) {
  const { handle } = useStore();
  const locations = useLocations();
  return (
    <PageFrame
      title={kind.words.newTitle}
      breadcrumbs={[{ label: kind.words.title, to: `/${handle}/${kind.name}` }]}
    >
      <Answered query={locations} skeleton="form">
        {(places) => <NewDocument kind={kind} locations={places} />}
      </Answered>
    </PageFrame>
  );
}

function NewDocument({ kind, locations }: { kind: DocumentKind; locations: readonly Location[] }) {
  const { handle } = useStore();
  const admin = useAdminConsole();
  const navigate = useNavigate();
  const changed = useDocumentChanged(kind);
  const primary = locations.find(({ is_primary }) => is_primary)?.id ?? null;
  const initial = useMemo(() => emptyDraft(primary), [primary]);
  const once = useWishes();
  const create = (draft: DocumentDraft, isSent: boolean) =>
    once([draft, isSent], (key) => kind.create(admin, draft, { isSent, key }));
  const list = `/${handle}/${kind.name}`;
  return (
    <DocumentForm
      kind={kind}
      initial={initial}
      isFixed={false}
      locations={locations}
      ways={[
        {
          label: strings.create,
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
        void navigate({ to: `${list}/${document.id}`, ignoreBlocker: true });
      }}
      onCancel={() => void navigate({ to: list })}
    />
  );
}
