import { useMutation } from '@tanstack/react-query'
import { Stethoscope } from 'lucide-react'
import type { DoctorCheck } from '../../../shared/wireTypes.ts'
import { useCalls } from '../../data/state/useApp.ts'
import { Button } from '../../ui/basics/Button.tsx'
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx'
import { ErrorNote } from '../../ui/notes/Notes.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Stack } from '../../ui/basics/Button.tsx'
import { doctorWords as words } from './words.ts'
import styles from './Settings.module.css'

const columns: readonly Column<DoctorCheck>[] = [
  { key: 'area', head: words.area, names: true, cell: ({ area }) => words.areas[area] },
  { key: 'state', head: words.state, className: styles.state, cell: ({ state }) => words.states[state] },
  { key: 'sentence', head: words.found, cell: ({ sentence }) => sentence },
]

/** Checks the installation when the user asks for it: it reads every page of the database. */
export function DoctorSection() {
  const { mutate, isPending, data, error } = useMutation(useCalls().storage.doctor.mutationOptions())
  return (
    <Section title={words.title} lead={words.lead}>
      <Stack>
        <div>
          <Button icon={<Stethoscope aria-hidden="true" />} busy={isPending} onClick={() => mutate(undefined)}>
            {words.run}
          </Button>
        </div>
        {error !== null && <ErrorNote>{error.message}</ErrorNote>}
        {data !== undefined && (
          <>
            <output>{data.ok ? words.well : words.notWell}</output>
            <DataTable
              label={words.title}
              look="values"
              columns={columns}
              rows={data.checks}
              rowKey={(_check, place) => place}
            />
          </>
        )}
      </Stack>
    </Section>
  )
}
