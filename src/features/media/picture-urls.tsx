import { createContext, type ReactNode, useContext } from 'react';
import { PictureUrl } from '../../components/avatar.tsx';
import { useHeldPictures } from '../../queries/uploads.ts';
import { useFileUrl } from './use-file-url.ts';

const WIDTH = 320;
const Held = createContext<ReadonlySet<string>>(new Set());

const usePictureUrl = (id: string | null): string | null => {
  const isLocal = useContext(Held).has(id ?? '');
  return useFileUrl(id, { width: WIDTH, isLocal }).url;
};

/** Lets every face below find its picture: on this device while it is on its way, else on the server. */
export function PictureUrls({ children }: { children: ReactNode }) {
  return (
    <Held value={useHeldPictures()}>
      <PictureUrl value={usePictureUrl}>{children}</PictureUrl>
    </Held>
  );
}
