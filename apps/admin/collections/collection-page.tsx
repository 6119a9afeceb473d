import { Stack } from "@mantine/core";
import { operations } from "@souk/contract";
import { isMissing, PageFrame, QueryBoundary, SchemaForm, Section, useAdminConsole } from "@souk/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { EditGate } from "../edit-gate.tsx";
import { MissingRecord } from "../missing-record.tsx";
import { toStorePage } from "../page-urls.ts";
import { queriesShowingProducts } from "../queries-showing-products.ts";
import { texts } from "../texts.ts";
import { useIdFromUrl } from "../use-id-from-url.ts";
import { usePermissions } from "../use-permissions.ts";
import { type Collection, collectionKey } from "./all-collections.ts";
import { CollectionBadge } from "./collection-badge.tsx";
import { useCollectionFields } from "./collection-fields.ts";
import { DeleteCollection } from "./delete-collection.tsx";
import { CollectionProducts } from "./products/collection-products.tsx";

function useCollection(id: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: collectionKey(id),
    queryFn: ({ signal }) => admin.collections.get({ params: { id }, signal }),
  });
}

/** Show a collection: its products, the form for its details, and the button that deletes it. */
export function CollectionPage() {
  const query = useCollection(useIdFromUrl());
  const collection = query.data?.collection;
  const canEdit = usePermissions()("products.edit");
  const listPage = toStorePage("/collections");
  return (
    <PageFrame
      wide
      title={
        collection?.title ?? (isMissing(query) ? texts.collections.missing.title : texts.collections.loading)
      }
      breadcrumbs={[{ label: texts.collections.title, to: listPage }]}
      badge={collection && <CollectionBadge collection={collection} />}
      {...(collection && canEdit ? { actions: <DeleteCollection collection={collection} /> } : {})}
    >
      <QueryBoundary
        query={query}
        skeleton="form"
        notFound={<MissingRecord words={texts.collections.missing} to={listPage} />}
      >
        {({ collection: loadedCollection }) => (
          <EditGate requiredRight="products.edit">
            <Stack gap="lg" key={loadedCollection.id}>
              <CollectionProducts collection={loadedCollection} />
              <Section title={texts.collections.details}>
                <CollectionForm collection={loadedCollection} />
              </Section>
            </Stack>
          </EditGate>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

function CollectionForm({ collection }: { collection: Collection }) {
  const admin = useAdminConsole();
  const queryClient = useQueryClient();
  const { id } = collection;
  const fields = useCollectionFields(id);
  return (
    <SchemaForm
      operation={operations.updateCollection}
      words={fields}
      initial={collection}
      submit={texts.collections.save}
      done={texts.collections.saved}
      onSubmit={(body) => admin.collections.update({ params: { id }, body })}
      refresh={queriesShowingProducts}
      onDone={(response) => queryClient.setQueryData(collectionKey(id), response)}
    />
  );
}
