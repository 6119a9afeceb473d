import { Container } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { BrokenPage } from "./broken-page.tsx";

/** Show an error page in place of content that failed to render. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <Container component="main" size="xs" py="xl">
        <BrokenPage error={this.state.error} />
      </Container>
    );
  }
}
