"""Sentences that report a fault that is there: in the present, lasting, or counted; and those that only speak of one."""

from __future__ import annotations

import pytest

from casegen.review.decision_text import unsettled
from casegen.texts.documents.failures import reported_failures
from casegen.texts.documents.lasting_faults import lasting_fault

ADVERSE = """
the valve still sticks
The valve still sticks.
Valve still sticks
The valve sticks in 3 of 10 trials.
The valve sticks in 3 of 10 trials
The valve stuck in 3 of 10 trials.
The valve sticks in three of ten trials
The valve failed to open in 2 out of 50 demands
The seal leaks in one of five runs
3 of 10 valves stick
3 of 10 valves are stuck
Two of the ten valves leak
In 3 of 10 trials the valve sticks
In 4 of 20 runs the rover collided with the wall
The pump stalls in 30 % of the starts
The valve sticks sometimes
The valve sometimes sticks
The valve occasionally jams
The valve is stuck
The valve is still stuck
The valve remains stuck
The valve keeps sticking
The seal continues to leak
The pump fails at low temperature
The pump fails
The pump of the second boat fails in the cold
Both valves leak
They still stick
The doors jam in the cold
The valve sticks again
The leak persists
The leak persists in the cold
The noise is still there
The fault still occurs
The error still occurs in the cold
It still happens at night
The crack remains
There is still a leak at flange 3
The problem still exists with the new seal
The valve was replaced; it still sticks
We replaced the valve, but it still sticks
When cold, the valve still sticks
New seal fitted. The valve leaks as before.
The brake still fails to engage in 1 of 40 stops
The controller crashes every second run
The valve still does not close
The valve does not close in 3 of 10 trials
The sensor still cannot be read
The lock still won't engage
The battery overheats at full load
The monitor misses 2 of 30 intruders
The rover hits the wall in 2 of 30 runs
Das Ventil klemmt immer noch
Das Ventil klemmt in 3 von 10 Versuchen
Das Ventil klemmt
Die Dichtung leckt bei Kälte
In 3 von 10 Versuchen klemmte das Ventil
Die Pumpe fällt immer noch aus
Der Fehler tritt noch immer auf
Das Leck besteht weiterhin bei Kälte
The alarm still fails
the hatch does not always close
Hatch still jams from time to time
The test fails in 3 of 10 cases
In one of five dives the hatch stuck
1 of 20 hatches leaked
5 % of the hatches leak
Hatch leaks
The hatch leaks a little
the gripper drops the part in 2 of 20 picks
the arm drifts in 3 of 10 runs
The camera freezes
Still sticks
sticks
leaks
still sticking
It is stuck
Sticks in 3/10
stuck 3 times out of 10
3 in 10 trials stuck
The valve sticks, but rarely
the valve sticks less often than before
valve still sticky
The same fault was seen again on 5 May
Fault reproduced in 3 of 10 trials
The valve has stuck again
The valve has failed again in 2 of 40 starts
Improved, but the valve still sticks
Now only 1 of 10 valves sticks
Valve sticking not resolved
The door won't close
The door cannot be closed
doesn't close
Bremse versagt in 2 von 20 Fahrten
Tür schließt nicht
Ventil hakt noch
der Fehler ist noch da
Das Problem besteht nach wie vor
""".strip().splitlines()
SENSIBLE = """
no valve still sticks
No valve sticks
the valve no longer sticks
The valve does not stick any more
The valve sticks no more
The valve never sticks
0 of 10 valves stick
The valve sticks in 0 of 10 trials
The valve stuck in none of 10 trials
Zero of 300 trials failed
The valve fails safe
The valve fails closed
The brake fails to a safe state
The lock fails open at power loss
Fails in 1 of 300 demands, as the bound says
The valve sticks in at most 1 of 1,000 demands
The valve fails in less than 1 of 1,000 demands
3 of 300 tests failed, as allowed
If the valve sticks, the pump stops
The pump stops when the valve sticks
A valve that sticks is detected by the monitor
The rover stops before it hits the wall
Even if the valve sticks, the pump still stops
The valve stuck in 3 of 10 trials; it was replaced and passed 20 of 20
The valve sticks in 3 of 10 trials with the old spring. The new spring passed 40 of 40.
The valve stuck on 3 May and was replaced on 4 May
The valve that stuck was replaced
Valve no longer stuck
The valve is not stuck
Sticking valve replaced
Leaks are logged by the monitor
Pump leaks are found by the daily check
Record of pump leaks in 2025
Analysis of the failures in 3 of 10 trials
Fault injected: the valve sticks in 10 of 10 trials and is detected
The valve still opens
The valve still holds pressure
The pump still runs with one battery
The condition is still met
Both valves still close
The limit still holds
The finding "the valve still sticks" is answered by change 12
Passed in 10 of 10 trials
Tested 3 of 10 valves, as the plan says
Sheet 3 of 10 redrawn
The cause why the valve sticks was found: a burr, removed on 5 May
The valve does not leak
The valve still does not leak
No more leaks: 0 of 40 in the repeat
The crack remains below the limit of 2 mm
The residual risk remains as stated
Without the guard the rover would hit the wall
The test shows how often the valve sticks
The monitor alarms in 30 of 30 cases in which the valve sticks
The breaker trips within 10 ms
The door breaks the beam and the lift stops
The ship drops anchor
The seal withstands 12 bar
The sensor detects a stuck valve
The mean of the failing runs is in table 3
The missing page is in annex B
The bound counts every run that fails
The valve may stick; the bound allows for it
Das Ventil klemmt nicht mehr
Kein Ventil klemmt
Das Ventil klemmt in 0 von 10 Versuchen
Wenn das Ventil klemmt, hält die Pumpe an
Das Ventil schließt noch immer
Die Schranke gilt weiterhin
Das klemmende Ventil wurde ersetzt
Das Ventil klemmte in 3 von 10 Versuchen und wurde ersetzt
The hatch is never stuck
the stuck valve is bypassed
The monitor catches the fault in 10 of 10 runs
The pump fails closed, see TR-4
Failure of one pump leaves the other
Failure rate 3 of 10,000 hours is below the limit of the claim
in 3 of 10 trials the valve was hot; it opened in all
The hatch leaked in 1 of 40 dives; new seal, 0 of 40 since
Leaks were not seen
No leak remains
The door that fails closes by its spring
We tried to make it stick in 40 trials; it did not
Chance of a stuck valve is 1e-4 per demand
The valve sticks out of the housing by 3 mm
Sticks of wood were removed
The lamp hangs on the wall
10 of 10 trials passed although one sensor failed
A stuck valve is a known failure mode, row 4 of the FMEA
The valve fails once in 3,000 demands, which the bound covers
The bound counts 3 failures in 10 trials
The bound now counts the 3 failures in 300 trials
Claim restated: the valve sticks in at most 3 of 100 demands
The limit now says that 1 of 10 may fail
Added to C2: the valve sticks in 3 of 10 trials
Text changed to: the valve sticks in 3 of 10 trials
The ship still floats with one tank flooded
The rover still stops when a wheel is stuck
Pump A fails in 3 of 300 runs and pump B takes over in all of them
No fault remains
Both still work
Retest: no sticking in 20 of 20
EV-3 repeated with 300 trials, 2 failed, bound 0.021
4 of 4,000 demands failed, the bound is 0.0023
Data recounted: 2 of 300 demands failed
The record is right: 2 of 300 failed
fails in 2 of 300 demands, bound corrected
The guard breaks contact within 10 ms
Ventil klemmt nur noch in 0 von 40 Versuchen
Das Ventil ist nicht mehr undicht
Bei 0 von 40 Versuchen klemmte das Ventil
""".strip().splitlines()


@pytest.mark.parametrize("text", ADVERSE)
def test_a_fault_that_is_there_settles_nothing(text: str) -> None:
    assert lasting_fault(text), text
    assert unsettled(text) == "reports a failure", text


@pytest.mark.parametrize("text", ADVERSE)
def test_a_fault_that_was_put_right_afterwards_settles(text: str) -> None:
    assert not lasting_fault(f"{text.rstrip('.')}. Repaired on 6 May, and 40 of 40 trials passed")


@pytest.mark.parametrize("text", SENSIBLE)
def test_what_only_speaks_of_a_fault_is_taken(text: str) -> None:
    assert lasting_fault(text) == "", text
    assert unsettled(text) == "", text


@pytest.mark.parametrize("text", ADVERSE)
def test_a_document_that_reports_one_is_asked_about(text: str) -> None:
    assert reported_failures(f"# Test of 3 May\n\nThe test took an hour.\n\n{text.rstrip('.')}.\n")
