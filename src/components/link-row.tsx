import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { ListRow } from './list-row.tsx';

export interface LinkRowProps {
  anchor?: string | undefined;
  icon: LucideIcon;
  title: string;
  subtitle?: string;
  /** Before the arrow: the current value, or a `Badge`. */
  meta?: ReactNode;
  isCurrent?: boolean;
  /** A router link: `render={<Link to="/profile/devices" />}`. */
  render: ReactElement;
}

/** A row that leads to another screen, and shows it by an arrow. */
export function LinkRow({
  anchor,
  icon: Icon,
  title,
  subtitle,
  meta,
  isCurrent = false,
  render,
}: LinkRowProps) {
  return (
    <ListRow
      isCompact
      anchor={anchor}
      isCurrent={isCurrent}
      leading={<Icon size={22} aria-hidden="true" />}
      title={title}
      subtitle={subtitle}
      meta={meta}
      trailing={<ChevronRight size={20} aria-hidden="true" />}
      render={render}
    />
  );
}
