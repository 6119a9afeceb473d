import { ActionIcon, Button, Group, Stack } from "@mantine/core";
import { DataTable, NoRecords, SearchBox, Section } from "@souk/ui";
import { IconArrowDown, IconArrowUp, IconPlus, IconStack2, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { toStorePage } from "../../page-urls.ts";
import { ProductCell } from "../../products/product-cell.tsx";
import { VisibilityBadge } from "../../products/visibility-badge.tsx";
import { texts } from "../../texts.ts";
import type { Collection } from "../all-collections.ts";
import { AddProducts } from "./add-products.tsx";
import { type CollectionMember, useCollectionMembers } from "./collection-queries.ts";
import { useMemberActions } from "./use-member-actions.ts";

/** Show the products of a collection, and let people search, add, remove and reorder them. */
export function CollectionProducts({ collection }: { collection: Collection }) {
  const [listState, setListState] = useState({ query: "", page: 1 });
  const [isAdding, setAdding] = useState(false);
  const query = useCollectionMembers(collection.id, listState.query, listState.page);
  const words = texts.collections.products;
  const members = query.data?.members ?? [];
  const addButton = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      {words.add}
    </Button>
  );
  return (
    <Section title={words.title} lead={words.lead} actions={addButton}>
      <Stack>
        <Group>
          <SearchBox
            label={words.search}
            placeholder={words.searchHint}
            clear={texts.collections.clear}
            query={listState.query}
            onSearch={(searchText) => setListState({ query: searchText, page: 1 })}
          />
        </Group>
        <DataTable
          label={words.title}
          query={query}
          rows={(response) => response.members}
          getKey={({ product }) => product.id}
          getLink={({ product }) => toStorePage("/products/$id", { id: product.id })}
          onPage={(page) => setListState({ ...listState, page })}
          empty={
            <NoRecords
              isFiltered={listState.query !== ""}
              onShowAll={() => setListState({ query: "", page: 1 })}
              icon={IconStack2}
              words={words}
            />
          }
          columns={[
            {
              id: "product",
              header: words.columns.product,
              cell: ({ product }) => <ProductCell product={product} />,
            },
            {
              id: "visibility",
              header: words.columns.visibility,
              cell: ({ product }) => <VisibilityBadge visibility={product.visibility} />,
            },
            {
              id: "actions",
              header: words.columns.actions,
              align: "end",
              cell: (member) => (
                <MemberActions member={member} members={members} collectionId={collection.id} />
              ),
            },
          ]}
        />
      </Stack>
      <AddProducts collection={collection} opened={isAdding} onClose={() => setAdding(false)} />
    </Section>
  );
}

interface MemberActionsProps {
  member: CollectionMember;
  /** All products on the same page of the list, ordered by position. */
  members: readonly CollectionMember[];
  collectionId: number;
}

function MemberActions({ member, members, collectionId }: MemberActionsProps) {
  const { remove, move } = useMemberActions(collectionId);
  const { title } = member.product;
  const index = members.indexOf(member);
  const previousPosition = members[index - 1]?.collect?.position;
  const nextPosition = members[index + 1]?.collect?.position;
  const words = texts.collections.products;
  const isBusy = remove.isRunning || move.isRunning;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {member.collect !== null && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={words.up({ name: title })}
            disabled={previousPosition === undefined || isBusy}
            onClick={() => previousPosition && move.start({ member, position: previousPosition })}
          >
            <IconArrowUp size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={words.down({ name: title })}
            disabled={nextPosition === undefined || isBusy}
            onClick={() => nextPosition && move.start({ member, position: nextPosition })}
          >
            <IconArrowDown size={18} aria-hidden />
          </ActionIcon>
        </>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={words.remove({ name: title })}
        loading={remove.isRunning}
        onClick={() => remove.start(member)}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
