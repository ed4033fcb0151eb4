/** A package whose code or files are inside the built output. */
export interface BundledPackage {
  name: string
  version: string
}

/** Where `npm run build` lists them, as JSON, in the project's folder; the SBOM reads it. No package carries it. */
export const bundledList = 'out/bundled-packages.json'
