import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { schemeStore } from "../theme/scheme-store.ts";
import { soukTheme, soukVariables } from "../theme/theme.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { type Panel, PanelContext } from "./panel-context.ts";

/** What stands around every page of a panel: look, answers, toasts, and the last catch for what breaks. */
export function PanelProvider({ panel, queries, children }: PanelProviderProps) {
  return (
    <MantineProvider
      theme={soukTheme}
      cssVariablesResolver={soukVariables}
      colorSchemeManager={schemeStore}
      defaultColorScheme="auto"
      getStyleNonce={() => panel.nonce}
      deduplicateInlineStyles={false}
    >
      <ErrorBoundary>
        <PanelContext value={panel}>
          <QueryClientProvider client={queries}>
            <Notifications position="bottom-right" limit={4} autoClose={6_000} />
            {children}
          </QueryClientProvider>
        </PanelContext>
      </ErrorBoundary>
    </MantineProvider>
  );
}

interface PanelProviderProps {
  panel: Panel;
  queries: QueryClient;
  children: ReactNode;
}
