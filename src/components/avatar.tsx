import { Avatar as BaseAvatar } from '@base-ui/react/avatar';
import * as styles from './avatar.css.ts';
import { avatarColour, initials } from './avatar-fallback.ts';

export interface AvatarProps {
  /** Decides the colour, so it must be the person's id and not the name, which changes. */
  id: string;
  name: string;
  src?: string | undefined;
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl';
  /** Groups are rounded squares, so that they are told from people at a glance. */
  shape?: 'person' | 'group';
  isOnline?: boolean;
}

const isColour = (value: number): value is keyof typeof styles.colours => value in styles.colours;

/** Decoration: the name always stands beside it, so screen readers skip it. */
export function Avatar({ id, name, src, size = 'md', shape = 'person', isOnline = false }: AvatarProps) {
  const colour = avatarColour(id);
  const tint = isColour(colour) ? styles.colours[colour] : '';
  return (
    <BaseAvatar.Root className={`${styles.avatar({ size, shape })} ${tint}`} aria-hidden="true">
      <span>{initials(name)}</span>
      {src !== undefined && <BaseAvatar.Image className={styles.image} src={src} alt="" />}
      {isOnline && <span className={styles.online} />}
    </BaseAvatar.Root>
  );
}
