import type { ComponentPropsWithRef } from 'react';

interface PageLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  page: string;
}

/** A link to another page of the catalogue, where the app has a router's. */
export function PageLink({ page, ...props }: PageLinkProps) {
  return <a href={`?page=${page}`} {...props} />;
}
