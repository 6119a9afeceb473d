import { Group, Text } from "@mantine/core";
import { defineList, operations } from "@souk/contract";
import {
  DataTable,
  formatNumber,
  LinkButton,
  type List,
  ListSearch,
  NoRecords,
  PageFrame,
  Timestamp,
  useAdminConsole,
  useList,
} from "@souk/ui";
import { IconFolder, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { type Collection, useAllCollections } from "./all-collections.ts";
import { CollectionBadge } from "./collection-badge.tsx";

const collectionsList = defineList(operations.listCollections.query, {
  filters: { query: "query" },
  sort: "title.asc",
  limit: 50,
});

function useCollections(asked: List<typeof collectionsList>["query"]) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["collections", asked],
    queryFn: ({ signal }) => admin.collections.list({ query: asked, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Show the collections of the store. */
export function CollectionsPage() {
  const list = useList(collectionsList);
  const query = useCollections(list.query);
  const make = (
    <LinkButton to={toStorePage("/collections/new")} leftSection={<IconPlus size={16} aria-hidden />}>
      {texts.collections.new}
    </LinkButton>
  );
  const { columns } = texts.collections;
  return (
    <PageFrame wide title={texts.collections.title} actions={make}>
      <Group mb="md">
        <ListSearch list={list} name="query" words={texts.collections} />
      </Group>
      <DataTable
        label={texts.collections.title}
        query={query}
        rows={(answer) => answer.collections}
        getKey={({ id }) => id}
        getLink={({ id }) => toStorePage("/collections/$id", { id })}
        sort={list.sort ?? ""}
        onSort={list.setSort}
        onPage={list.goToPage}
        empty={
          <NoRecords
            isNarrowed={list.isNarrowed}
            onShowAll={list.clearFilters}
            icon={IconFolder}
            words={texts.collections}
            action={make}
          />
        }
        columns={[
          { id: "title", header: columns.title, sort: "title", cell: ({ title }) => title },
          {
            id: "parent",
            header: columns.parent,
            cell: (collection) => <ParentTitle collection={collection} />,
          },
          {
            id: "products",
            header: columns.products,
            align: "end",
            cell: ({ products_count }) => formatNumber(products_count),
          },
          {
            id: "visibility",
            header: columns.visibility,
            cell: (collection) => <CollectionBadge collection={collection} />,
          },
          {
            id: "updated",
            header: columns.updated,
            sort: "updated_at",
            cell: ({ updated_at }) => <Timestamp at={updated_at} />,
          },
        ]}
      />
    </PageFrame>
  );
}

/** Show the parent collection by its title. */
function ParentTitle({ collection: { parent_id } }: { collection: Collection }) {
  const { data } = useAllCollections();
  const parent = data?.find(({ id }) => id === parent_id);
  return parent ? <Text span>{parent.title}</Text> : "–";
}
