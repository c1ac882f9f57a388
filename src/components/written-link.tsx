import type { TextPart } from './message-text.ts';

/**
 * An address that a member wrote. It shows the host that opens, isolated from the direction of the words around it, and cannot
 * reach back into the app.
 */
export function WrittenLink({
  part: { href, shown },
  className,
}: {
  part: TextPart & { kind: 'link' };
  className: string;
}) {
  return (
    <a className={className} href={href} dir="ltr" target="_blank" rel="noopener noreferrer nofollow">
      {shown}
    </a>
  );
}
