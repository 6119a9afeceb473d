import { Group, Text } from "@mantine/core";
import {
  DataTable,
  formatNumber,
  LinkButton,
  NoRecords,
  PageFrame,
  SearchBox,
  Timestamp,
  useAdminConsole,
  usePlace,
  useStore,
} from "@souk/ui";
import { IconFolder, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Collection, useAllCollections } from "./all-collections.ts";
import { CollectionBadge } from "./collection-badge.tsx";
import { strings } from "./strings.ts";

const usualSort = "title.asc";

function useCollections(query: string, sort: string, page: number) {
  const admin = useAdminConsole();
  const asked = { sort, page, limit: 50, ...(query === "" ? {} : { query }) };
  return useQuery({
    queryKey: ["collections", asked],
    queryFn: ({ signal }) => admin.collections.list({ query: asked, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The collections of the shop. */
export function CollectionsPage() {
  const { handle } = useStore();
  const { page, at, go } = usePlace(["query", "sort"]);
  const sort = at.sort === "" ? usualSort : at.sort;
  const query = useCollections(at.query, sort, page);
  const make = (
    <LinkButton to={`/${handle}/collections/new`} leftSection={<IconPlus size={16} aria-hidden />}>
      {strings.new}
    </LinkButton>
  );
  const { columns } = strings;
  return (
    <PageFrame wide title={strings.title} lead={strings.lead} actions={make}>
      <Group mb="md">
        <SearchBox
          label={strings.search}
          placeholder={strings.searchHint}
          clear={strings.clear}
          query={at.query}
          onAsk={(words, how) => go({ query: words }, how)}
        />
      </Group>
      <DataTable
        label={strings.title}
        query={query}
        rows={(answer) => answer.collections}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/${handle}/collections/${id}`}
        sort={sort}
        onSort={(next) => go({ sort: next })}
        onPage={(next, how) => go({ page: next }, how)}
        empty={
          <NoRecords
            isNarrowed={at.query !== ""}
            onShowAll={() => go({ query: "" })}
            icon={IconFolder}
            words={strings}
            action={make}
          />
        }
        columns={[
          { id: "title", header: columns.title, sort: "title", cell: ({ title }) => title },
          { id: "parent", header: columns.parent, cell: (each) => <ParentOf collection={each} /> },
          {
            id: "products",
            header: columns.products,
            align: "end",
            cell: ({ products_count }) => formatNumber(products_count),
          },
          {
            id: "visibility",
            header: columns.visibility,
            cell: (each) => <CollectionBadge collection={each} />,
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

/** The collection above one, by its title. */
function ParentOf({ collection: { parent_id } }: { collection: Collection }) {
  const { data } = useAllCollections();
  const parent = data?.find(({ id }) => id === parent_id);
  return parent ? <Text span>{parent.title}</Text> : "–";
}
