import { Avatar as BaseAvatar } from '@base-ui/react/avatar';
import { Bookmark } from 'lucide-react';
import { createContext, useContext } from 'react';
import { useWantsLessMotion } from '../theme/use-wants-less-motion.ts';
import * as styles from './avatar.css.ts';
import { avatarColour, initials } from './avatar-fallback.ts';
import { StillImage } from './still-image.tsx';

export interface AvatarProps {
  /** Decides the colour, so it must be the person's id and not the name, which changes. */
  id: string;
  name: string;
  /** The file of the picture, where there is one. */
  pictureId?: string | null | undefined;
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl';
  /** Groups are rounded squares, so that they are told from people at a glance. */
  shape?: 'person' | 'group';
  isOnline?: boolean;
  /** The face of one's saved messages, which are nobody's: a bookmark. */
  isSaved?: boolean;
}

/** Where a picture's bytes are read: provided by the part that knows the member's files. A hook that never changes. */
export const PictureUrl = createContext<(id: string | null) => string | null>(() => null);

const isColour = (value: number): value is keyof typeof styles.colours => value in styles.colours;

/** Decoration: the name always stands beside it, so screen readers skip it. */
export function Avatar({
  id,
  name,
  pictureId = null,
  size = 'md',
  shape = 'person',
  isOnline = false,
  isSaved = false,
}: AvatarProps) {
  const useUrl = useContext(PictureUrl);
  const url = useUrl(pictureId);
  const isStill = useWantsLessMotion();
  if (isSaved)
    return (
      <span className={`${styles.avatar({ size, shape: 'person' })} ${styles.saved}`} aria-hidden="true">
        <Bookmark size="50%" />
      </span>
    );
  const colour = avatarColour(id);
  const tint = isColour(colour) ? styles.colours[colour] : '';
  return (
    <BaseAvatar.Root className={`${styles.avatar({ size, shape })} ${tint}`} aria-hidden="true">
      <span>{initials(name)}</span>
      {url !== null &&
        (isStill ? (
          <StillImage className={styles.image} src={url} alt="" />
        ) : (
          <BaseAvatar.Image className={styles.image} src={url} alt="" />
        ))}
      {isOnline && <span className={styles.online} />}
    </BaseAvatar.Root>
  );
}
