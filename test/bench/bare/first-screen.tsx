import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';

/** The smallest app of our kind: what the libraries of the first screen weigh before we write a line. */
const router = createRouter({ routeTree: createRootRoute({ component: () => <p>Hello</p> }) });
const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider router={router} />);
