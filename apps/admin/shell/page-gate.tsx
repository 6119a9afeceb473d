import { type Right, rights, storePages } from "@souk/contract";
import { EmptyState, LinkButton, PageFrame } from "@souk/ui";
import { IconLock } from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { useMissingPageRights } from "../use-permissions.ts";

/** Show the current page if the signed-in person may open it. Otherwise, show which rights open the page. */
export function PageGate({ children }: { children: ReactNode }) {
  const path = useRouterState({ select: ({ matches }): string | undefined => matches.at(-1)?.fullPath });
  const missingRights = useMissingPageRights(storePages.find((page) => page === path) ?? "/");
  return missingRights === null ? children : <MissingRight missingRights={missingRights} />;
}

function MissingRight({ missingRights }: { missingRights: readonly Right[] }) {
  const { title, text, home } = texts.common.missingRight;
  const names = missingRights
    .map((right) => `${rights[right]} (${right})`)
    .join(texts.common.missingRight.or);
  return (
    <PageFrame title={title}>
      <EmptyState
        icon={IconLock}
        title={text({ rights: names })}
        action={<LinkButton to={toStorePage("/")}>{home}</LinkButton>}
      />
    </PageFrame>
  );
}
