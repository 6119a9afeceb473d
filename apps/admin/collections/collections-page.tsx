import { Group, Text } from "@mantine/core";
import { defineList, operations } from "@souk/contract";
import {
  DataTable,
  formatNumber,
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
import { PageLinkButton } from "../page-link-button.tsx";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { type Collection, useAllCollections } from "./all-collections.ts";
import { CollectionBadge } from "./collection-badge.tsx";

const collectionsList = defineList(operations.listCollections.query, {
  filters: { query: "query" },
  sort: "title.asc",
  limit: 50,
});

function useCollections(listQuery: List<typeof collectionsList>["query"]) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["collections", listQuery],
    queryFn: ({ signal }) => admin.collections.list({ query: listQuery, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Show the list of the store's collections. */
export function CollectionsPage() {
  const list = useList(collectionsList);
  const query = useCollections(list.query);
  const createButton = (
    <PageLinkButton to={toStorePage("/collections/new")} leftSection={<IconPlus size={16} aria-hidden />}>
      {texts.collections.new}
    </PageLinkButton>
  );
  const { columns } = texts.collections;
  return (
    <PageFrame wide title={texts.collections.title} actions={createButton}>
      <Group mb="md">
        <ListSearch list={list} name="query" words={texts.collections} />
      </Group>
      <DataTable
        label={texts.collections.title}
        query={query}
        rows={({ collections }) => collections}
        getKey={({ id }) => id}
        getLink={({ id }) => toStorePage("/collections/$id", { id })}
        sort={list.sort ?? ""}
        onSort={list.setSort}
        onPage={list.goToPage}
        empty={
          <NoRecords
            isFiltered={list.isFiltered}
            onShowAll={list.clearFilters}
            icon={IconFolder}
            words={texts.collections}
            action={createButton}
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

/** Show the title of a collection's parent, or a dash if it has none. */
function ParentTitle({ collection: { parent_id } }: { collection: Collection }) {
  const { data } = useAllCollections();
  const parent = data?.find(({ id }) => id === parent_id);
  return parent ? <Text span>{parent.title}</Text> : "–";
}
