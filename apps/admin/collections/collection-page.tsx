import { Stack } from "@mantine/core";
import { operations } from "@souk/contract";
import { Answered, isMissing, PageFrame, SchemaForm, Section, useAdminConsole } from "@souk/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useIdInAddress } from "../id-in-address.ts";
import { MissingRecord } from "../missing-record.tsx";
import { toStorePage } from "../page-addresses.ts";
import { staleWithProducts } from "../stale.ts";
import { texts } from "../texts.ts";
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

/** Show one collection: its name and content, its products, and its deletion. */
export function CollectionPage() {
  const query = useCollection(useIdInAddress());
  const collection = query.data?.collection;
  const list = toStorePage("/collections");
  return (
    <PageFrame
      wide
      title={
        collection?.title ?? (isMissing(query) ? texts.collections.missing.title : texts.collections.loading)
      }
      breadcrumbs={[{ label: texts.collections.title, to: list }]}
      badge={collection && <CollectionBadge collection={collection} />}
      {...(collection ? { actions: <DeleteCollection collection={collection} /> } : {})}
    >
      <Answered
        query={query}
        skeleton="form"
        missing={<MissingRecord words={texts.collections.missing} to={list} />}
      >
        {(answer) => (
          <Stack gap="lg" key={answer.collection.id}>
            <CollectionProducts collection={answer.collection} />
            <Section title={texts.collections.details}>
              <CollectionForm collection={answer.collection} />
            </Section>
          </Stack>
        )}
      </Answered>
    </PageFrame>
  );
}

function CollectionForm({ collection }: { collection: Collection }) {
  const admin = useAdminConsole();
  const queries = useQueryClient();
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
      refresh={staleWithProducts}
      onDone={(answer) => queries.setQueryData(collectionKey(id), answer)}
    />
  );
}
